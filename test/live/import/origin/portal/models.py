"""The tables. Their columns stand in the order in which the API shows them: `column>Table` is a foreign key, `column#` a
number that lists are sorted by, and what is neither that nor the id is kept as the JSON that it is."""

from django.db.models import (BigIntegerField, DO_NOTHING, ForeignKey, JSONField, Model,
                              TextField)


def table(name, columns):
    # `place` is not shown: what records are sorted by that have no such number.
    parts = {"__module__": __name__, "id": BigIntegerField(primary_key=True), "place": TextField()}
    names = []
    for column in columns.split():
        field, _, to = column.rstrip("#").partition(">")
        names.append(field)
        if column.endswith("#"):
            parts[field] = BigIntegerField()
        elif to:
            parts[field] = ForeignKey(to, DO_NOTHING, null=True, db_constraint=False,
                                      related_name="+")
        elif field != "id":
            parts[field] = JSONField(null=True)
    made = type(name, (Model,), parts)
    made.shown = " ".join(names)
    return made


District = table("District", "id name")
Region = table("Region", "id name code district>District")
City = table("City", "id name not_uniq area region")
Expert = table("Expert", "id full_name created_at")
Category = table("Category", "id title code the_order categoriesOPO parent")
ObjectExamination = table("ObjectExamination", "id name full_name cols order")
ExactCategory = table("ExactCategory", """
    id na name order# cost1 cost2 cost3 no_education category>Category
    object_examination>ObjectExamination main_product""")
Vacancy = table("Vacancy", """
    id text work_full_time work_salary work_position ready_for category is_public views created_at
    crm_data work_city>City exact_category work_regions certificates""")
Resume = table("Resume", """
    id work_full_time work_salary work_position ready_for skills responsibility about is_public
    views created_at region>Region work_city>City blocked_organizations work_regions
    certificates""")
User = table("User", """
    id has_avatar in_favorite profile last_login is_superuser email last_name first_name
    patronymic_name sex avatar is_staff is_active ban_pm date_joined privacy_settings""")
Blog = table("Blog", """
    id activity title slug object_id sort_type order_by created guest_cannot_view
    guest_cannot_post guest_cannot_comment level parent content_type last_comment""")
Post = table("Post", """
    id last_view polls activity title slug text short_text show_all_link views created updated
    last_activity only_member_comment moderated hidden disable_comment owner_only_comment pinned
    close has_poll moderated_at ip crm_data root_blog blog>Blog user last_comment moderated_by
    members""")
Comment = table("Comment", """
    id short_text text cleaned_text children emoji files rating_up rating_down in_favorite is_new
    activity moderated moderated_at moderated_by created tree_updated_at hidden_by lft# rght tree_id#
    level parent>Comment user>User blog post>Post deleted_by updated_by""")
Event = table("Event", """
    id activity datetime event_type title text private available_for user>User blog post>Post
    comment>Comment""")

TABLES = {
    "districts": District, "regions": Region, "cities": City, "experts": Expert,
    "categories": Category, "object-examinations": ObjectExamination,
    "exact-categories": ExactCategory, "vacancies": Vacancy, "resumes": Resume, "users": User,
    "blogs": Blog, "posts": Post, "comments": Comment, "events": Event,
}
