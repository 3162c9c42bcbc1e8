"""What the portal answers: lists of records, and their addresses."""

from django.urls import path
from rest_framework.generics import ListAPIView
from rest_framework.pagination import CursorPagination
from rest_framework.response import Response
from rest_framework.views import APIView

from .models import Post
from .serializers import (CommentSerializer, EventSerializer, ExactCategorySerializer,
                          ExpertSerializer, PostSerializer, RegionSerializer, ResumeSerializer,
                          VacancySerializer)


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
    return type("List", (ListAPIView,), {"queryset": rows, "serializer_class": serializer, **more})


nothing = type("Nothing", (ListAPIView,),
               {"queryset": Post.objects.none(), "serializer_class": PostSerializer})
plain = {"pagination_class": None}
lists = {
    "epb-e/expert": listing(ExpertSerializer, pagination_class=ByExpert),
    "region": listing(RegionSerializer, "place", "id", with_related=["district"]),
    "pb-questions/exact-category": listing(
        ExactCategorySerializer, "order", "id", with_related=["category", "object_examination"], **plain),
    "job/vacancy": listing(VacancySerializer, "-id", with_related=["work_city"]),
    "job/resume": listing(ResumeSerializer, "-id", with_related=["region", "work_city"]),
    "post-comment": listing(
        CommentSerializer, "tree_id", "lft", with_related=["user"], **plain),
    "event": listing(EventSerializer, pagination_class=ByTime, with_related=[
        "user", "post__blog", "comment__post__blog", "comment__parent__post__blog"]),
    # Of whoever signs in, which is nobody here.
    **{f"portal-favorite/{name}": nothing
       for name in ("in-favorite", "member", "blog", "post", "comment")},
}

class Root(APIView):
    def get(self, request):
        return Response({name: request.build_absolute_uri(f"/api/{name}/") for name in lists})


urlpatterns = [path("api/", Root.as_view())] + [
    path(f"api/{name}/", view.as_view()) for name, view in lists.items()]
