"""Who may read: everyone, or whoever has the token."""

from types import SimpleNamespace

from django.conf import settings
from rest_framework.authentication import BaseAuthentication


class ByToken(BaseAuthentication):
    def authenticate(self, request):
        token = settings.SIGN_IN_TOKEN
        if token is None or request.headers.get("Authorization") != f"Token {token}":
            return None
        return SimpleNamespace(is_authenticated=True), token

    def authenticate_header(self, request):
        return "Token"
