-- Codes by commas: an order of any of the kinds, with all of the attributes.
alter table service_choice rename column kind to kinds;
alter table service_choice rename column attribute to attributes;
