"""What the portal answers: lists of records, and their addresses."""

from django.conf import settings
from django.urls import path
from rest_framework.generics import ListAPIView
from rest_framework.pagination import CursorPagination, PageNumberPagination
from rest_framework.response import Response
from rest_framework.views import APIView

from .models import LISTS, Post, embedded, order_of
from .serializers import SERIALIZERS, PostSerializer


class Cursor(CursorPagination):
    def get_ordering(self, _request, queryset, _view):
        return queryset.query.order_by


class CountingCursor(Cursor):
    def paginate_queryset(self, queryset, request, view=None):
        self.count = queryset.count()
        return super().paginate_queryset(queryset, request, view)

    def get_paginated_response(self, data):
        return Response({"count": self.count, **super().get_paginated_response(data).data})


PAGINATION = {"page": PageNumberPagination, "cursor": Cursor, "array": None}


def related(table, above=""):
    """The foreign keys below a table: what they lead to is read along with its records."""
    for key, shape in table["keys"].items():
        if inner := embedded(shape):
            yield above + key
            yield from related(inner, f"{above}{key}__")


def listing(it):
    serializer = SERIALIZERS[it["address"]]
    rows = serializer.Meta.model.objects.order_by(*(column for column, *_ in order_of(it)))
    is_counting = it["style"] == "cursor" and "count" in it["envelope"]
    return type("List", (ListAPIView,), {
        "queryset": rows.select_related(*related(it["record"])), "serializer_class": serializer,
        "pagination_class": CountingCursor if is_counting else PAGINATION[it["style"]]})


# Favourites are of whoever signs in, which is nobody here.
nothing = type("Nothing", (ListAPIView,),
               {"queryset": Post.objects.none(), "serializer_class": PostSerializer})
lists = {**{it["address"]: listing(it) for it in LISTS if "isExtra" not in it},
         **{address: nothing for address in settings.SPECIFICATION["favourites"]}}


class Root(APIView):
    def get(self, request):
        return Response({name: request.build_absolute_uri(f"/api/{name}/") for name in lists})


urlpatterns = [path("api/", Root.as_view())] + [
    path(f"api/{name}/", view.as_view()) for name, view in lists.items()]
