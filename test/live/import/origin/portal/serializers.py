"""Shapes of records: of which fields they are, and what they embed."""

from rest_framework.serializers import Field, ModelSerializer

from .models import (Blog, Category, City, Comment, District, Event, ExactCategory, Expert,
                     ObjectExamination, Post, Region, Resume, User, Vacancy)


def shape(table, fields=None, without=(), **embedded):
    names = [name for name in (fields or table.shown).split() if name not in without]
    meta = type("Meta", (), {"model": table, "fields": names})
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
        self.order, self.shape = order.split(), shape

    def to_representation(self, certificates):
        ids = {it["exact_category"] for it in certificates}
        records = ExactCategory.objects.in_bulk(ids)
        return [{name: self.shape(records[it[name]]).data if name == "exact_category" else it[name]
                 for name in self.order} for it in certificates]


ExpertSerializer = shape(Expert)
RegionSerializer = shape(Region, district=shape(District)())
ReducedRegion = shape(Region, "id name code")
CitySerializer = shape(City)
examined = {"category": shape(Category)(), "object_examination": shape(ObjectExamination)()}
Certified = shape(ExactCategory, **examined)
ExactCategorySerializer = shape(ExactCategory, without=["main_product"], **examined)
ReducedCategory = shape(ExactCategory, """
    id na name order no_education category object_examination main_product""")
VacancySerializer = shape(
    Vacancy, work_city=CitySerializer(), work_regions=Named(RegionSerializer),
    certificates=Certificates("id category exact_category", Certified))
ResumeSerializer = shape(
    Resume, region=ReducedRegion(), work_city=CitySerializer(), work_regions=Named(ReducedRegion),
    certificates=Certificates(
        "id exact_category_str category certificate_expiry note exact_category", ReducedCategory))
UserSerializer = shape(User)
BlogSerializer = shape(Blog)
PostSerializer = shape(Post, blog=BlogSerializer())
CommentSerializer = shape(
    Comment, without=["cleaned_text", "moderated_at", "moderated_by", "blog", "post"],
    user=UserSerializer())
IN_FEED = """
    id cleaned_text short_text activity created text moderated moderated_at tree_updated_at
    hidden_by tree_id level parent user moderated_by blog post deleted_by updated_by"""
ParentInFeed = shape(Comment, IN_FEED, post=PostSerializer())
CommentInFeed = shape(Comment, IN_FEED, post=PostSerializer(), parent=ParentInFeed())
EventSerializer = shape(
    Event, user=UserSerializer(), post=PostSerializer(), comment=CommentInFeed())
