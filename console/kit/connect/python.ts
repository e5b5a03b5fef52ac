/** Programs in Python. */
import { isEntities, q, recognitionModelOf, textOf } from './target.ts';
import type { ConnectTarget, Place, Written } from './target.ts';

const GROUP_ARGUMENTS = { personGroupId: 'person_group_id', largePersonGroupId: 'large_person_group_id' } as const;

export function python(target: ConnectTarget, { endpoint, key }: Place): Written {
  const secret = key === undefined ? 'os.environ["KEY"]' : q(key);
  const lines = (...text: string[]): string => [...(key === undefined ? ['import os'] : []), ...text, ''].join('\n');
  const azure = (client: string, module: string): Pick<Written, 'before' | 'changed'> => ({
    before: lines(`from ${module} import ${client}`, 'from azure.core.credentials import AzureKeyCredential'),
    changed: `client = ${client}(${q(endpoint)}, AzureKeyCredential(${secret}))`,
  });
  const rest = (client: string, module: string): Pick<Written, 'before' | 'changed'> => ({
    before: lines(`from ${module} import ${client}`, 'from msrest.authentication import CognitiveServicesCredentials'),
    changed: `client = ${client}(${q(endpoint)}, CognitiveServicesCredentials(${secret}))`,
  });
  switch (target.area) {
    case 'understanding':
      return {
        install: 'pip install azure-cognitiveservices-language-luis',
        ...rest('LUISRuntimeClient', 'azure.cognitiveservices.language.luis.runtime'),
        after: [
          'reply = client.prediction.get_slot_prediction(',
          `    ${q(target.appId)}, ${q(target.slot ?? 'production')}, {"query": ${q(target.text ?? 'hello')}})`,
          'print(reply.prediction.top_intent, reply.prediction.entities)',
        ].join('\n'),
      };
    case 'conversations':
      return {
        install: 'pip install azure-ai-language-conversations==1.1.0',
        ...azure('ConversationAnalysisClient', 'azure.ai.language.conversations'),
        after: [
          'reply = client.analyze_conversation(task={',
          '    "kind": "Conversation",',
          `    "analysisInput": {"conversationItem": {"id": "1", "participantId": "1", "text": ${q(target.text ?? 'hello')}}},`,
          `    "parameters": {"projectName": ${q(target.project)}, "deploymentName": ${q(target.deployment)}},`,
          '})',
          'print(reply["result"]["prediction"]["topIntent"])',
        ].join('\n'),
      };
    case 'texts': {
      const call = isEntities(target)
        ? 'begin_recognize_custom_entities'
        : target.kind === 'CustomMultiLabelClassification'
          ? 'begin_multi_label_classify'
          : 'begin_single_label_classify';
      return {
        install: 'pip install azure-ai-textanalytics',
        ...azure('TextAnalyticsClient', 'azure.ai.textanalytics'),
        after: [
          `poller = client.${call}(`,
          `    [${q(textOf(target))}], project_name=${q(target.project)}, deployment_name=${q(target.deployment)})`,
          'for document in poller.result():',
          isEntities(target)
            ? '    print([(entity.text, entity.category) for entity in document.entities])'
            : '    print([found.category for found in document.classifications])',
        ].join('\n'),
      };
    }
    case 'documents':
      return {
        install: 'pip install azure-ai-formrecognizer',
        ...azure('DocumentAnalysisClient', 'azure.ai.formrecognizer'),
        after: [
          'with open("document.pdf", "rb") as document:',
          `    result = client.begin_analyze_document(${q(target.modelId)}, document).result()`,
          'print(result.content, [found.fields for found in result.documents or []])',
        ].join('\n'),
      };
    case 'ranking':
      return {
        install: 'pip install azure-ai-personalizer',
        ...azure('PersonalizerClient', 'azure.ai.personalizer'),
        after: [
          'actions = [{"id": "pasta", "features": [{"taste": "savoury"}]}, {"id": "ice cream", "features": [{"taste": "sweet"}]}]',
          'reply = client.rank({"actions": actions, "contextFeatures": [{"time": "evening"}]})',
          'client.reward(reply["eventId"], {"value": 1})',
          'print(reply["rewardActionId"])',
        ].join('\n'),
      };
    case 'faces':
      return {
        install: 'pip install azure-cognitiveservices-vision-face',
        ...rest('FaceClient', 'azure.cognitiveservices.vision.face'),
        after: [
          'with open("photo.jpg", "rb") as photo:',
          '    faces = client.face.detect_with_stream(',
          `        photo, detection_model="detection_03", recognition_model=${q(recognitionModelOf(target))})`,
          ...(target.group === undefined
            ? ['print([face.face_id for face in faces])']
            : [
                'face_ids = [face.face_id for face in faces]',
                `for found in client.face.identify(face_ids, ${GROUP_ARGUMENTS[target.group.field]}=${q(target.group.id)}):`,
                '    print(found.face_id, [(candidate.person_id, candidate.confidence) for candidate in found.candidates])',
              ]),
        ].join('\n'),
      };
  }
}
