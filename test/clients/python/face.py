"""Faces through azure.cognitiveservices.vision.face. Needs PERENNIAL_ENDPOINT and PERENNIAL_KEY.

client: azure-cognitiveservices-vision-face 0.6.0; version: v1.0; runs: detect, groups, lists, training, identify, verify, find similar, errors
account: Face
"""
import io
import os
import time
from pathlib import Path

from azure.cognitiveservices.vision.face import FaceClient
from azure.cognitiveservices.vision.face.models import APIErrorException, TrainingStatusType
from msrest.authentication import CognitiveServicesCredentials

ENDPOINT = os.environ["PERENNIAL_ENDPOINT"].rstrip("/")
KEY = os.environ["PERENNIAL_KEY"]
RUN = str(time.time_ns())
MODELS = {"recognition_model": "recognition_04", "detection_model": "detection_03"}
PHOTOS = Path(__file__).resolve().parents[3] / "node_modules/@vladmandic/face-api/demo"
"""Four persons side by side, and a photo of other people."""
GROUP, OTHERS = PHOTOS / "sample6.jpg", PHOTOS / "sample3.jpg"

client = FaceClient(ENDPOINT, CognitiveServicesCredentials(KEY))


def passed(what):
    print("ok", what, flush=True)


def failure_of(work):
    try:
        work()
    except APIErrorException as problem:
        return problem.response.status_code, problem.error.error.code
    raise AssertionError("It was not rejected.")


def detect(photo, **options):
    with open(photo, "rb") as image:
        found = client.face.detect_with_stream(image, return_face_id=True, **{**MODELS, **options})
    return sorted(found, key=lambda face: face.face_rectangle.left)


def target_of(face):
    place = face.face_rectangle
    return [place.left, place.top, place.width, place.height]


def wait_for(read_status):
    while True:
        training = read_status()
        assert isinstance(training.status, TrainingStatusType), training.status
        if training.status is not TrainingStatusType.running:
            return training.status


def detection():
    found = detect(
        GROUP,
        return_face_landmarks=True,
        return_recognition_model=True,
        return_face_attributes=["headPose", "blur", "exposure", "noise", "qualityForRecognition"],
        detection_model="detection_01",
    )
    assert len(found) == 4
    for face in found:
        assert face.recognition_model == "recognition_04" and face.face_landmarks.nose_tip.x > 0
        attributes = face.face_attributes
        assert attributes.head_pose is not None and 0 <= attributes.blur.value <= 1
        assert attributes.blur.blur_level in ("Low", "Medium", "High"), attributes.blur.blur_level
        assert attributes.exposure.exposure_level in ("UnderExposure", "GoodExposure", "OverExposure")
    assert failure_of(lambda: client.face.detect_with_stream(io.BytesIO(b"not an image" * 200))) == (400, "InvalidImage")
    passed("detect")


def person_group(groups, persons, of_group):
    group, faces = f"family-{RUN}", detect(GROUP)
    groups.create(group, name="Family", user_data="data", recognition_model="recognition_04")
    assert groups.get(group, return_recognition_model=True).recognition_model == "recognition_04"
    groups.update(group, name="The family")
    assert "The family" in [one.name for one in groups.list(start="", top=1000)]
    ids = []
    for number, face in enumerate(faces[:2]):
        person = persons.create(group, name=f"Person {number}", user_data="data").person_id
        with open(GROUP, "rb") as image:
            added = persons.add_face_from_stream(group, person, image, target_face=target_of(face), detection_model="detection_03")
        persons.update_face(group, person, added.persisted_face_id, user_data="first")
        assert persons.get_face(group, person, added.persisted_face_id).user_data == "first"
        ids.append(person)
    assert sorted(person.person_id for person in persons.list(group)) == sorted(ids)
    groups.train(group)
    assert wait_for(lambda: groups.get_training_status(group)) is TrainingStatusType.succeeded
    found = client.face.identify([face.face_id for face in faces[:3]], **of_group(group))
    assert [[one.person_id for one in face.candidates] for face in found] == [[ids[0]], [ids[1]], []], found
    verified = client.face.verify_face_to_person(faces[0].face_id, ids[0], **of_group(group))
    assert verified.is_identical and verified.confidence > 0.5
    assert not client.face.verify_face_to_person(faces[2].face_id, ids[0], **of_group(group)).is_identical
    persons.delete(group, ids[0])
    groups.delete(group)
    assert failure_of(lambda: groups.get(group))[0] == 404


def face_list():
    name, faces = f"faces-{RUN}", detect(GROUP)
    client.face_list.create(name, name="Faces", recognition_model="recognition_04")
    with open(GROUP, "rb") as image:
        added = client.face_list.add_face_from_stream(name, image, target_face=target_of(faces[0]), detection_model="detection_03")
    similar = client.face.find_similar(faces[0].face_id, face_list_id=name)
    assert [one.persisted_face_id for one in similar] == [added.persisted_face_id], similar
    assert [face.persisted_face_id for face in client.face_list.get(name).persisted_faces] == [added.persisted_face_id]
    client.face_list.delete_face(name, added.persisted_face_id)
    client.face_list.delete(name)
    passed("face list, find similar")


def large_face_list():
    name, faces = f"large-{RUN}", detect(GROUP)
    lists = client.large_face_list
    lists.create(name, name="Faces", recognition_model="recognition_04")
    with open(GROUP, "rb") as image:
        added = lists.add_face_from_stream(name, image, target_face=target_of(faces[1]), detection_model="detection_03")
    lists.train(name)
    assert wait_for(lambda: lists.get_training_status(name)) is TrainingStatusType.succeeded
    similar = client.face.find_similar(faces[1].face_id, large_face_list_id=name)
    assert [one.persisted_face_id for one in similar] == [added.persisted_face_id], similar
    assert [face.persisted_face_id for face in lists.list_faces(name)] == [added.persisted_face_id]
    lists.delete(name)
    passed("large face list, training")


def comparison():
    once, again = detect(GROUP), detect(GROUP)
    assert client.face.verify_face_to_face(once[0].face_id, again[0].face_id).is_identical
    assert not client.face.verify_face_to_face(once[0].face_id, once[1].face_id).is_identical
    grouped = client.face.group([face.face_id for face in once + again])
    assert sorted(len(group) for group in grouped.groups) == [2, 2, 2, 2] and not grouped.messy_group, grouped
    assert len(detect(OTHERS)) > 0
    passed("verify, group")


detection()
person_group(client.person_group, client.person_group_person, lambda group: {"person_group_id": group})
passed("person group, training, identify, verify")
person_group(client.large_person_group, client.large_person_group_person, lambda group: {"large_person_group_id": group})
passed("large person group, training, identify, verify")
face_list()
large_face_list()
comparison()
