"""Understanding through azure.cognitiveservices.language.luis. Needs PERENNIAL_ENDPOINT and PERENNIAL_KEY.

client: azure-cognitiveservices-language-luis 0.7.0; version: v3.0-preview, v3.0; runs: apps, versions, entities, features, patterns, training, publishing, prediction
"""
import os
import time

from azure.cognitiveservices.language.luis.authoring import LUISAuthoringClient
from azure.cognitiveservices.language.luis.authoring.models import ErrorResponseException
from azure.cognitiveservices.language.luis.runtime import LUISRuntimeClient
from msrest.authentication import CognitiveServicesCredentials

ENDPOINT = os.environ["PERENNIAL_ENDPOINT"].rstrip("/")
KEY = os.environ["PERENNIAL_KEY"]
RUN = str(time.time_ns())
V = "0.1"
DONE = "Operation Successful"

client = LUISAuthoringClient(ENDPOINT, CognitiveServicesCredentials(KEY))
runtime = LUISRuntimeClient(ENDPOINT, CognitiveServicesCredentials(KEY))
apps, versions, model, features, pattern, examples = (
    client.apps,
    client.versions,
    client.model,
    client.features,
    client.pattern,
    client.examples,
)


def passed(what):
    print("ok", what, flush=True)


def failure_of(work):
    try:
        work()
    except ErrorResponseException as problem:
        return problem.response.status_code
    raise AssertionError("It was not rejected.")


def names(items):
    return sorted(item.name for item in items)


def new_app(name):
    return apps.add({"name": f"{name} {RUN}", "culture": "en-us", "initial_version_id": V, "description": "from python"})


def label(text, entity, phrase, *children):
    start = text.index(phrase)
    return {"entity_name": entity, "start_char_index": start, "end_char_index": start + len(phrase) - 1, "children": list(children)}


def train(app, version=V):
    queued = client.train.train_version(app, version)
    assert queued.status in ("Queued", "UpToDate", "InProgress"), queued.status
    while True:
        states = [info.details.status for info in client.train.get_status(app, version)]
        if all(state in ("Success", "UpToDate") for state in states):
            return
        assert "Fail" not in states, states
        time.sleep(0.1)


def app_life():
    app = new_app("Life")
    info = apps.get(app)
    assert (info.id, info.culture, info.active_version) == (app, "en-us", V), info
    assert app in [one.id for one in apps.list(take=500)]
    assert apps.update(app, name=f"Renamed {RUN}", description="changed").message == DONE
    assert apps.get(app).description == "changed"
    assert not apps.get_settings(app).is_public
    assert apps.update_settings(app, is_public=True).message == DONE
    settings = {"sentiment_analysis": False, "speech": False, "spell_checker": False}
    assert apps.update_publish_settings(app, settings).message == DONE
    assert not apps.get_publish_settings(app).is_spell_checker_enabled
    assert failure_of(lambda: apps.update_publish_settings(app, {**settings, "spell_checker": True})) == 400
    assert len(apps.list_supported_cultures()) > 0 and len(apps.list_domains()) > 0 and len(apps.list_usage_scenarios()) > 0
    assert len(apps.list_available_custom_prebuilt_domains()) > 0
    assert len(apps.list_available_custom_prebuilt_domains_for_culture("en-us")) > 0
    apps.list_cortana_endpoints()
    apps.list_endpoints(app)
    assert failure_of(lambda: apps.get("00000000-0000-0000-0000-000000000000")) == 400
    assert apps.delete(app, force=True).message == DONE
    passed("apps and their settings")


def version_life():
    app = new_app("Versions")
    model.add_intent(app, V, name="Order")
    assert versions.clone(app, V, version="0.2") == "0.2"
    assert versions.update(app, "0.2", version="0.3").message == DONE
    assert sorted(one.version for one in versions.list(app)) == [V, "0.3"]
    assert versions.get(app, "0.3").version == "0.3"
    exported = versions.export(app, "0.3")
    assert "Order" in [intent.name for intent in exported.intents], exported
    exported.version_id = "0.4"
    assert versions.import_method(app, exported, version_id="0.4") == "0.4"
    text = b"".join(versions.export_lu_format(app, "0.3")).decode()
    assert "Order" in text, text
    assert versions.import_lu_format(app, "# Hello\n- hi there\n- good morning\n", version_id="0.5") == "0.5"
    assert "Hello" in names(model.list_intents(app, "0.5"))
    assert versions.delete(app, "0.3").message == DONE
    imported = apps.import_method(exported, app_name=f"Imported {RUN}")
    assert apps.get(imported).name == f"Imported {RUN}"
    written = apps.import_lu_format("# Hello\n- hi there\n", app_name=f"Written {RUN}")
    for one in (app, imported, written):
        apps.delete(one, force=True)
    passed("versions, export and import")


def intents_and_entities():
    app = new_app("Models")
    order = model.add_intent(app, V, name="Order")
    assert model.get_intent(app, V, order).name == "Order"
    assert model.update_intent(app, V, order, name="Buy").message == DONE
    assert names(model.list_intents(app, V)) == ["Buy", "None"]
    number = model.add_prebuilt(app, V, ["number"])[0]
    assert model.get_prebuilt(app, V, number.id).name == "number"
    pizza = model.add_entity(app, V, name="Pizza", children=[{"name": "Count", "instance_of": "number"}, {"name": "Topping"}])
    size = model.add_entity_child(app, V, pizza, {"name": "Size"})
    model.update_entity_child(app, V, size, name="Diameter")
    assert [child.name for child in model.get_entity(app, V, pizza).children] == ["Count", "Topping", "Diameter"]
    role = model.create_entity_role(app, V, pizza, name="wanted")
    assert model.update_entity_role(app, V, pizza, role, name="asked").message == DONE
    assert names(model.list_entity_roles(app, V, pizza)) == ["asked"]
    assert model.delete_entity_role(app, V, pizza, role).message == DONE

    cities = model.add_closed_list(app, V, name="City", sub_lists=[{"canonical_form": "New York", "list": ["NYC", "Big Apple"]}])
    paris = model.add_sub_list(app, V, cities, canonical_form="Paris", list=["Lutetia"])
    assert model.update_sub_list(app, V, cities, paris, canonical_form="Paris", list=["Lutetia", "City of Light"]).message == DONE
    model.patch_closed_list(app, V, cities, sub_lists=[{"canonical_form": "Rome", "list": []}])
    assert [one.canonical_form for one in model.get_closed_list(app, V, cities).sub_lists] == ["New York", "Paris", "Rome"]
    model.delete_sub_list(app, V, cities, paris)
    code = model.create_regex_entity_model(app, V, name="Code", regex_pattern="[a-z]{2}[0-9]{3}")
    model.update_regex_entity_model(app, V, code, name="Code", regex_pattern="[a-z]{3}[0-9]{3}")
    assert model.get_regex_entity_entity_info(app, V, code).regex_pattern == "[a-z]{3}[0-9]{3}"
    anything = model.create_pattern_any_entity_model(app, V, name="Title", explicit_list=["the first"])
    item = model.add_explicit_list_item(app, V, anything, explicit_list_item="the second")
    assert model.get_explicit_list_item(app, V, anything, item).explicit_list_item == "the second"
    assert len(model.get_explicit_list(app, V, anything)) == 2
    assert {"Pizza", "City", "Code", "Title", "number"} <= set(names(model.list_models(app, V)))
    assert len(model.list_prebuilt_entities(app, V)) > 0

    phrases = features.add_phrase_list(app, V, {"name": "Toppings", "phrases": "ham,olives", "is_exchangeable": True})
    update = {"name": "Toppings", "phrases": "ham,olives,salami", "is_active": True, "is_exchangeable": True}
    assert features.update_phrase_list(app, V, phrases, phraselist_update_object=update).message == DONE
    assert features.get_phrase_list(app, V, phrases).phrases == "ham,olives,salami"
    assert names(features.list_phrase_lists(app, V)) == ["Toppings"]
    assert features.add_intent_feature(app, V, order, {"model_name": "Pizza"}).message == DONE
    assert features.add_entity_feature(app, V, pizza, {"feature_name": "Toppings"}).message == DONE
    assert [one.model_name for one in model.get_intent_features(app, V, order)] == ["Pizza"]
    assert "Toppings" in [one.feature_name for one in model.get_entity_features(app, V, pizza)]
    model.replace_intent_features(app, V, order, [{"model_name": "City"}])
    model.delete_intent_feature(app, V, order, {"model_name": "City"})
    assert features.delete_phrase_list(app, V, phrases).message == DONE

    rule = pattern.add_pattern(app, V, pattern="read {Title}", intent="Buy")
    more = pattern.batch_add_patterns(app, V, [{"pattern": "buy {Title} [please]", "intent": "Buy"}])
    pattern.update_pattern(app, V, rule.id, {"id": rule.id, "pattern": "sell {Title}", "intent": "Buy"})
    assert len(pattern.list_patterns(app, V)) == 2 and len(pattern.list_intent_patterns(app, V, order)) == 2
    assert pattern.delete_pattern(app, V, rule.id).message == DONE
    assert pattern.delete_patterns(app, V, [more[0].id]).message == DONE

    client.settings.update(app, V, [{"name": "NormalizePunctuation", "value": "true"}])
    assert ("NormalizePunctuation", "true") in [(one.name, one.value) for one in client.settings.list(app, V)]
    model.add_custom_prebuilt_domain(app, V, domain_name="Weather")
    assert len(model.list_custom_prebuilt_models(app, V)) > 0 and len(model.list_custom_prebuilt_intents(app, V)) > 0
    assert model.delete_custom_prebuilt_domain(app, V, "Weather").message == DONE
    for work in (
        lambda: model.delete_entity(app, V, pizza),
        lambda: model.delete_prebuilt(app, V, number.id),
        lambda: model.delete_closed_list(app, V, cities),
        lambda: model.delete_regex_entity_model(app, V, code),
        lambda: model.delete_pattern_any_entity_model(app, V, anything),
        lambda: model.delete_intent(app, V, order, delete_utterances=True),
    ):
        assert work().message == DONE
    assert names(model.list_models(app, V)) == ["None"]
    apps.delete(app, force=True)
    passed("intents, entities, features, patterns, settings")


def prediction():
    app = new_app("Flights")
    model.add_intent(app, V, name="Book")
    model.add_intent(app, V, name="Cancel")
    model.add_prebuilt(app, V, ["number", "datetimeV2"])
    model.add_entity(app, V, name="Place")
    places = ["paris", "london", "rome", "berlin", "madrid", "vienna"]
    sentences = [f"book a flight to {place}" for place in places] + [f"i want to fly to {place} tomorrow" for place in places]
    labeled = [
        {"text": text, "intent_name": "Book", "entity_labels": [label(text, "Place", next(place for place in places if place in text))]}
        for text in sentences
    ]
    added = examples.batch(app, V, labeled, enable_nested_children=True)
    assert all(not one.has_error for one in added), added
    cancels = ["cancel my flight", "cancel the booking", "please cancel it", "i do not want to travel any more", "call off my trip"]
    for text in cancels:
        assert examples.add(app, V, {"text": text, "intent_name": "Cancel", "entity_labels": []}).utterance_text == text
    listed = examples.list(app, V, take=100, enable_nested_children=True)
    assert len(listed) == len(sentences) + len(cancels)
    train(app)
    published = apps.publish(app, version_id=V, is_staging=False)
    assert published.version_id == V and published.endpoint_url, published
    for predict in (
        lambda request, **options: runtime.prediction.get_slot_prediction(app, "Production", request, **options),
        lambda request, **options: runtime.prediction.get_version_prediction(app, V, request, **options),
    ):
        reply = predict({"query": "book a flight to vienna"}, verbose=True, show_all_intents=True)
        assert reply.query == "book a flight to vienna"
        assert reply.prediction.top_intent == "Book", reply.prediction.top_intent
        assert set(reply.prediction.intents) == {"Book", "Cancel", "None"}, reply.prediction.intents
        assert 0 <= reply.prediction.intents["Book"].score <= 1
        assert reply.prediction.entities["Place"] == ["vienna"], reply.prediction.entities
        assert reply.prediction.entities["$instance"]["Place"][0]["text"] == "vienna"
    reply = runtime.prediction.get_slot_prediction(
        app,
        "Production",
        {
            "query": "cancel my 2 flights",
            "options": {"datetime_reference": "2026-01-02T00:00:00Z", "prefer_external_entities": True},
            "external_entities": [{"entity_name": "Place", "start_index": 12, "entity_length": 7, "resolution": {"id": 7}}],
        },
    )
    assert reply.prediction.top_intent == "Cancel" and list(reply.prediction.intents) == ["Cancel"]
    assert reply.prediction.entities["number"] == [2] and reply.prediction.entities["Place"] == [{"id": 7}], reply.prediction.entities
    assert apps.get(app).endpoints["PRODUCTION"]["versionId"] == V
    assert examples.delete(app, V, listed[0].id).message == DONE
    suggestions = model.list_intent_suggestions(app, V, model.list_intents(app, V)[0].id, take=10)
    assert isinstance(suggestions, list)
    packaged = b"".join(apps.package_published_application_as_gzip(app, "production"))
    assert packaged[:2] == b"\x1f\x8b"
    b"".join(apps.download_query_logs(app))
    apps.delete(app, force=True)
    passed("examples, training, publishing, prediction")


app_life()
version_life()
intents_and_entities()
prediction()
