"""What the portal answers: shapes of records, lists, addresses."""

from django.urls import path
from rest_framework.generics import ListAPIView, ListCreateAPIView
from rest_framework.pagination import CursorPagination
from rest_framework.response import Response
from rest_framework.serializers import Field, ModelSerializer
from rest_framework.views import APIView

from .tables import (Blog, Category, City, Comment, District, Event, ExactCategory, Expert,
                     ObjectExamination, Post, Region, Resume, User, Vacancy)


# Shapes

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


full_region = shape(Region, district=shape(District)())
reduced_region = shape(Region, "id name code")
city = shape(City)()
examined = {"category": shape(Category)(), "object_examination": shape(ObjectExamination)()}
certified = shape(ExactCategory, **examined)
priced = shape(ExactCategory, without=["main_product"], **examined)
reduced_category = shape(ExactCategory, """
    id na name order no_education category object_examination main_product""")
vacancy = shape(
    Vacancy, work_city=city, work_regions=Named(full_region),
    certificates=Certificates("id category exact_category", certified))
resume = shape(
    Resume, region=reduced_region(), work_city=city, work_regions=Named(reduced_region),
    certificates=Certificates(
        "id exact_category_str category certificate_expiry note exact_category", reduced_category))
user = shape(User)()
post = shape(Post, blog=shape(Blog)())()
listed_comment = shape(
    Comment, without=["cleaned_text", "moderated_at", "moderated_by", "blog", "post"], user=user)
in_feed = """
    id cleaned_text short_text activity created text moderated moderated_at tree_updated_at
    hidden_by tree_id level parent user moderated_by blog post deleted_by updated_by"""
parent = shape(Comment, in_feed, post=post)()
event = shape(Event, user=user, post=post,
              comment=shape(Comment, in_feed, post=post, parent=parent)())


# Lists

class ByExpert(CursorPagination):
    ordering = "id"

    def paginate_queryset(self, queryset, request, view=None):
        self.count = queryset.count()
        return super().paginate_queryset(queryset, request, view)

    def get_paginated_response(self, data):
        return Response({"count": self.count, **super().get_paginated_response(data).data})


class ByTime(CursorPagination):
    ordering = ("-place", "-id")


def listing(serializer, *order, with_related=(), **more):
    rows = serializer.Meta.model.objects.order_by(*order).select_related(*with_related)
    base = more.pop("base", ListAPIView)
    return type("List", (base,), {"queryset": rows, "serializer_class": serializer, **more})


nothing = type("Nothing", (ListAPIView,),
               {"queryset": Post.objects.none(), "serializer_class": shape(Post)})
plain = {"pagination_class": None}
lists = {
    "epb-e/expert": listing(shape(Expert), pagination_class=ByExpert),
    "region": listing(full_region, "place", "id", with_related=["district"]),
    "pb-questions/exact-category": listing(
        priced, "place", "id", with_related=["category", "object_examination"], **plain),
    "job/vacancy": listing(vacancy, "-id", with_related=["work_city"]),
    "job/resume": listing(resume, "-id", with_related=["region", "work_city"]),
    "post-comment": listing(
        listed_comment, "place", with_related=["user"], base=ListCreateAPIView, **plain),
    "event": listing(event, pagination_class=ByTime, with_related=[
        "user", "post__blog", "comment__post__blog", "comment__parent__post__blog"]),
    # Of whoever signs in, which is nobody here.
    **{f"portal-favorite/{name}": nothing
       for name in ("in-favorite", "member", "blog", "post", "comment")},
}

KEYS = """
    user user/current/social portal-profile restore-password registration friend-request
    portal-favorite/in-favorite portal-favorite/member portal-favorite/blog portal-favorite/post
    portal-favorite/comment event favorite-event search report home company license expertise
    region city blog/uploader blog post post-comment talk/uploader talk uploader admin/user
    admin/post admin/company admin/work admin/board admin/pm admin/director
    admin/organization-request"""


class Root(APIView):
    def get(self, request):
        shared = dict.fromkeys(["user", "registration"], "restore-password")
        return Response({key: request.build_absolute_uri(f"/api/{shared.get(key, key)}/")
                         for key in KEYS.split()})


urlpatterns = [path("api/", Root.as_view())] + [
    path(f"api/{name}/", view.as_view()) for name, view in lists.items()]
