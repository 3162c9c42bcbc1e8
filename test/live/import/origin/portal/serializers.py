"""Shapes of records: of which fields they are, and what they embed."""

from rest_framework.serializers import Field, ModelSerializer

from .models import (KEYS, Blog, Category, City, Comment, District, Event, ExactCategory, Expert,
                     ObjectExamination, Post, Region, Resume, User, Vacancy)


def shape(table, fields=None, **embedded):
    meta = type("Meta", (), {"model": table, "fields": fields or table.shown})
    return type("Shape", (ModelSerializer,), {"Meta": meta, **embedded})


class Named(Field):
    """Records by a list of their ids, in its order."""

    def __init__(self, shape):
        super().__init__()
        self.shape = shape

    def to_representation(self, ids):
        records = self.shape.Meta.model.objects.in_bulk(ids)
        return [self.shape(records[id]).data for id in ids]


class Certificates(Field):
    """Parts of a record, in each of which one field names an exact category."""

    def __init__(self, order, shape):
        super().__init__()
        self.order, self.shape = order, shape

    def to_representation(self, certificates):
        ids = {it["exact_category"] for it in certificates}
        records = ExactCategory.objects.in_bulk(ids)
        return [{name: self.shape(records[it[name]]).data if name == "exact_category" else it[name]
                 for name in self.order} for it in certificates]


ExpertSerializer = shape(Expert)
RegionSerializer = shape(Region, district=shape(District)())
ReducedRegion = shape(Region, KEYS["reduced region"])
CitySerializer = shape(City)
examined = {"category": shape(Category)(), "object_examination": shape(ObjectExamination)()}
Certified = shape(ExactCategory, **examined)
ExactCategorySerializer = shape(ExactCategory, KEYS["exact category"], **examined)
ReducedCategory = shape(ExactCategory, KEYS["exact category in a resume"])
VacancySerializer = shape(
    Vacancy, work_city=CitySerializer(), work_regions=Named(RegionSerializer),
    certificates=Certificates(KEYS["vacancy certificate"], Certified))
ResumeSerializer = shape(
    Resume, region=ReducedRegion(), work_city=CitySerializer(), work_regions=Named(ReducedRegion),
    certificates=Certificates(KEYS["resume certificate"], ReducedCategory))
UserSerializer = shape(User)
BlogSerializer = shape(Blog)
PostSerializer = shape(Post, blog=BlogSerializer())
CommentSerializer = shape(Comment, KEYS["listed comment"], user=UserSerializer())
ParentInFeed = shape(Comment, KEYS["parent comment"], post=PostSerializer())
CommentInFeed = shape(Comment, KEYS["event comment"], post=PostSerializer(), parent=ParentInFeed())
EventSerializer = shape(
    Event, user=UserSerializer(), post=PostSerializer(), comment=CommentInFeed())
