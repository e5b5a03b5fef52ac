"""Ranking through azure.ai.personalizer and azure.cognitiveservices.personalizer. Needs PERENNIAL_ENDPOINT and PERENNIAL_KEY.

client: azure-ai-personalizer 1.0.0b2; version: 2022-09-01-preview; runs: rank, reward, slots, settings, policy, model, log, evaluations, feature importances, errors
client: azure-cognitiveservices-personalizer 0.1.0; version: v1.0; runs: rank, reward, activate
account: Ranking
"""
import datetime
import os
import time
import uuid

from azure.ai.personalizer import PersonalizerAdministrationClient, PersonalizerClient
from azure.cognitiveservices.personalizer import PersonalizerClient as FirstClient
from azure.cognitiveservices.personalizer.models import RankableAction, RankRequest
from azure.core.credentials import AzureKeyCredential
from azure.core.exceptions import HttpResponseError, ResourceExistsError, ResourceNotFoundError
from msrest.authentication import CognitiveServicesCredentials
from msrest.exceptions import HttpOperationError

ENDPOINT = os.environ["PERENNIAL_ENDPOINT"].rstrip("/")
KEY = os.environ["PERENNIAL_KEY"]
SERVICE_DEFAULT = "--cb_explore_adf --epsilon 0.2 --power_t 0 -l 0.001 --cb_type mtr -q ::"
VIDEOS = [
    {"id": "Video1", "features": [{"videoType": "documentary", "videoLength": 35}, {"mostWatchedByAge": "30-35"}]},
    {"id": "Video2", "features": [{"videoType": "comedy", "videoLength": 20}, {"mostWatchedByAge": "40-45"}]},
]
CONTEXT = [{"currentContext": {"day": "tuesday", "weather": "rainy"}}, {"userContext": {"payingUser": True, "hoursOnSite": 0.12}}]
ARTICLES = [{"id": f"{kind}Article", "features": [{"type": kind}]} for kind in ("News", "Sports", "Entertainment")]
SLOTS = [
    {
        "id": "Main Article",
        "baselineAction": "NewsArticle",
        "features": [{"Size": "Large"}],
        "excludedActions": ["SportsArticle", "EntertainmentArticle"],
    },
    {"id": "Side Bar", "baselineAction": "SportsArticle", "excludedActions": ["EntertainmentArticle"]},
]


def passed(what):
    print("ok", what, flush=True)


def failure_of(work):
    try:
        work()
    except HttpResponseError as error:
        return error.status_code, error.error.code
    raise AssertionError("It was not rejected.")


client = PersonalizerClient(ENDPOINT, AzureKeyCredential(KEY))
admin = PersonalizerAdministrationClient(ENDPOINT, AzureKeyCredential(KEY))


def rank_and_reward():
    admin.reset_policy()
    alone = client.rank({"actions": VIDEOS[:1]})
    assert alone["ranking"] == [{"id": "Video1", "probability": 1.0}] and alone["rewardActionId"] == "Video1", alone
    event_id = str(uuid.uuid4())
    reply = client.rank({"eventId": event_id, "actions": VIDEOS, "contextFeatures": CONTEXT, "excludedActions": ["Video1"]})
    assert reply["eventId"] == event_id and reply["rewardActionId"] == "Video2", reply
    assert [action["probability"] for action in reply["ranking"]] == [0, 1], reply
    assert client.reward(event_id, {"value": 1.0}) is None
    assert client.activate("event_id_returned_by_rank") is None
    assert failure_of(lambda: client.reward(event_id, {"value": 5})) == (400, "InvalidRewardRequest")
    for _ in range(12):
        chosen = client.rank({"actions": VIDEOS, "contextFeatures": CONTEXT})
        client.reward(chosen["eventId"], {"value": 1.0 if chosen["rewardActionId"] == "Video1" else 0.0})
    passed("rank, reward, activate")


def configuration():
    wanted = {
        "rewardAggregation": "average",
        "modelExportFrequency": "PT3M",
        "defaultReward": 0.5,
        "modelRetrainDays": 2,
        "rewardWaitTime": "PT4H",
        "explorationPercentage": 0.3,
        "logRetentionDays": -1,
        "learningMode": "Online",
    }
    updated = admin.update_service_configuration(wanted)
    for reply in (updated, admin.get_service_configuration()):
        assert {name: reply[name] for name in wanted} == wanted, reply
    restored = admin.update_service_configuration({**updated, "rewardAggregation": "earliest", "defaultReward": 0.0})
    assert restored["rewardAggregation"] == "earliest", restored
    refused = failure_of(lambda: admin.update_service_configuration({**updated, "logRetentionDays": 7, "modelRetrainDays": 8}))
    assert refused == (400, "InvalidModelRetrainDays"), refused
    passed("service configuration")


def policy():
    wanted = {"name": "app1", "arguments": "--cb_explore_adf --quadratic GT --quadratic MR --ignore A --cb_type ips --epsilon 0.2"}
    assert admin.update_policy(wanted)["arguments"] == wanted["arguments"]
    assert admin.get_policy()["arguments"] == wanted["arguments"]
    assert admin.reset_policy()["arguments"] == SERVICE_DEFAULT
    passed("learning settings")


def model():
    before = b"".join(admin.export_model(signed=False))
    signed = b"".join(admin.export_model(signed=True))
    assert admin.import_model(iter([signed])) is None
    assert b"".join(admin.export_model(signed=False)) == before
    properties = admin.get_model_properties()
    assert "creationTime" in properties and "lastModifiedTime" in properties, properties
    admin.reset_model()
    passed("model")


def evaluations():
    today = datetime.datetime.now(datetime.timezone.utc).date()
    start, end = today - datetime.timedelta(days=1), today + datetime.timedelta(days=2)
    midnight = datetime.time(tzinfo=datetime.timezone.utc)
    times = {"start_time": datetime.datetime.combine(start, midnight), "end_time": datetime.datetime.combine(end, midnight)}
    evaluation_id = str(uuid.uuid4())
    contract = {"name": "from python", "startTime": start, "endTime": end, "enablePolicyOptimization": True, "policies": []}
    assert admin.create_evaluation(evaluation_id, contract) is None
    try:
        admin.create_evaluation(evaluation_id, contract)
        raise AssertionError("It was not rejected.")
    except ResourceExistsError as error:
        assert error.error.code == "EvaluationAlreadyExists"
    while (evaluation := admin.get_evaluation(evaluation_id, **times))["status"] == "Running":
        time.sleep(0.2)
    assert (evaluation["id"], evaluation["name"], evaluation["status"]) == (evaluation_id, "from python", "Succeeded"), evaluation
    names = [result["name"] for result in evaluation["content"]["value"]]
    assert names[:3] == ["online", "baseline1", "baselineRand"] and len(names) > 3, names
    hourly = admin.get_evaluation(evaluation_id, interval_in_minutes=60, window="Rolling", **times)
    assert hourly["content"]["intervalInMinutes"] == 60 and hourly["content"]["value"][0]["timeseries"]["data"], hourly
    listed = admin.list_evaluations(filter_expression="evaluationType eq 'Manual'", top=50)
    assert evaluation_id in [item["id"] for item in listed]
    admin.apply_from_evaluation({"evaluationId": evaluation_id, "policyName": names[3]})
    assert admin.get_policy()["name"] == names[3]
    admin.delete_evaluation(evaluation_id)
    try:
        admin.get_evaluation(evaluation_id, **times)
        raise AssertionError("It was not rejected.")
    except ResourceNotFoundError as error:
        assert error.error.code == "EvaluationNotFound"
    passed("evaluations")


def feature_importances():
    today = datetime.datetime.now(datetime.timezone.utc).date()
    importance_id = str(uuid.uuid4())
    contract = {"name": "features", "startTime": today - datetime.timedelta(days=1), "endTime": today + datetime.timedelta(days=2)}
    assert admin.create_feature_importance(importance_id, contract) is None
    while (importance := admin.get_feature_importance(importance_id))["status"] == "Running":
        assert importance["featureScores"] == [], importance
        time.sleep(0.2)
    assert importance["status"] == "Succeeded" and importance["featureScores"][0]["score"] == 1, importance
    assert importance_id in [item["id"] for item in admin.list_feature_importances()]
    admin.delete_feature_importance(importance_id)
    passed("feature importances")


def several_slots():
    admin.reset_policy()
    single = admin.get_policy()
    settings = admin.get_service_configuration()
    admin.update_service_configuration({**settings, "isAutoOptimizationEnabled": False})
    admin.update_policy({"name": "slots", "arguments": single["arguments"].replace("--cb_explore_adf", "--ccb_explore_adf")})
    event_id = str(uuid.uuid4())
    reply = client.rank_multi_slot({"eventId": event_id, "actions": ARTICLES, "slots": SLOTS, "contextFeatures": CONTEXT})
    assert [slot["rewardActionId"] for slot in reply["slots"]] == ["NewsArticle", "SportsArticle"], reply
    client.reward_multi_slot(event_id, {"reward": [{"slotId": "Main Article", "value": 1.0}]})
    client.activate_multi_slot(event_id)
    admin.update_policy(single)
    admin.update_service_configuration(settings)
    passed("several slots")


def log():
    properties = admin.get_log_properties()
    assert properties["dateRange"]["from"] <= properties["dateRange"]["to"], properties
    admin.delete_logs()
    assert admin.get_log_properties() == {}
    passed("log properties and deletion")


def first_version():
    first = FirstClient(ENDPOINT, CognitiveServicesCredentials(KEY))
    event_id = str(uuid.uuid4())
    actions = [RankableAction(id=video["id"], features=video["features"]) for video in VIDEOS]
    reply = first.rank(RankRequest(actions=actions, context_features=CONTEXT, excluded_actions=["Video2"], event_id=event_id))
    assert (reply.event_id, reply.reward_action_id) == (event_id, "Video1")
    assert [action.probability for action in reply.ranking] == [1, 0]
    first.events.reward(event_id=event_id, value=1.0)
    first.events.activate(event_id=event_id)
    try:
        first.events.reward(event_id=event_id, value=7.0)
        raise AssertionError("It was not rejected.")
    except HttpOperationError as problem:
        assert problem.response.status_code == 400, problem
    passed("v1.0: rank, reward, activate")


rank_and_reward()
configuration()
policy()
model()
evaluations()
feature_importances()
several_slots()
log()
first_version()
