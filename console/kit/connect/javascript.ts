/** Programs in JavaScript. */
import { isEntities, q, recognitionModelOf, textOf } from './target.ts';
import type { ConnectTarget, Place, Written } from './target.ts';

export function javascript(target: ConnectTarget, { endpoint, key }: Place): Written {
  const secret = key === undefined ? 'process.env.KEY' : `'${key}'`;
  const at = q(endpoint);
  const azure = (client: string, name: string, options = ', { allowInsecureConnection: true }'): Pick<Written, 'before' | 'changed'> => ({
    before: `import { AzureKeyCredential, ${client} } from '${name}';\n`,
    changed: `const client = new ${client}(${at}, new AzureKeyCredential(${secret})${options});`,
  });
  const rest = (client: string, name: string, first = ''): Pick<Written, 'before' | 'changed'> => ({
    before: [
      `${first}import { ${client} } from '${name}';`,
      "import { ApiKeyCredentials } from '@azure/ms-rest-js';",
      '',
      `const credentials = new ApiKeyCredentials({ inHeader: { 'Ocp-Apim-Subscription-Key': ${secret} } });`,
    ].join('\n'),
    changed: `const client = new ${client}(credentials, ${at});`,
  });
  const readFile = "import { readFile } from 'node:fs/promises';\n";
  switch (target.area) {
    case 'understanding':
      return {
        install: 'npm install @azure/cognitiveservices-luis-runtime@5.0.0 @azure/ms-rest-js',
        ...rest('LUISRuntimeClient', '@azure/cognitiveservices-luis-runtime'),
        after: [
          `const { prediction } = await client.prediction.getSlotPrediction(${q(target.appId)}, ${q(target.slot ?? 'production')}, {`,
          `  query: ${q(target.text ?? 'hello')},`,
          '});',
          'console.log(prediction.topIntent, prediction.entities);',
        ].join('\n'),
      };
    case 'conversations':
      return {
        install: 'npm install @azure/ai-language-conversations@1.0.0-beta.1',
        ...azure('ConversationAnalysisClient', '@azure/ai-language-conversations'),
        after: [
          'const { result } = await client.analyzeConversation({',
          "  kind: 'Conversation',",
          `  analysisInput: { conversationItem: { id: '1', participantId: '1', text: ${q(target.text ?? 'hello')} } },`,
          `  parameters: { projectName: ${q(target.project)}, deploymentName: ${q(target.deployment)} },`,
          '});',
          'console.log(result.prediction.topIntent, result.prediction.entities);',
        ].join('\n'),
      };
    case 'texts':
      return {
        install: 'npm install @azure/ai-language-text@1.1.0',
        ...azure('TextAnalysisClient', '@azure/ai-language-text'),
        after: [
          `const action = { kind: ${q(target.kind)}, projectName: ${q(target.project)}, deploymentName: ${q(target.deployment)} };`,
          `const poller = await client.beginAnalyzeBatch([action], [${q(textOf(target))}], 'en');`,
          `for await (const { results } of await poller.pollUntilDone()) console.log(results[0].${isEntities(target) ? 'entities' : 'classifications'});`,
        ].join('\n'),
      };
    case 'documents': {
      const { before, changed } = azure('DocumentAnalysisClient', '@azure/ai-form-recognizer');
      return {
        install: 'npm install @azure/ai-form-recognizer@5.1.0',
        before: readFile + before!,
        changed,
        after: [
          `const poller = await client.beginAnalyzeDocument(${q(target.modelId)}, await readFile('document.pdf'));`,
          'const { content, documents } = await poller.pollUntilDone();',
          'console.log(content, documents?.map(({ fields }) => fields));',
        ].join('\n'),
      };
    }
    case 'ranking':
      return {
        install: 'npm install @azure/cognitiveservices-personalizer@2.0.1 @azure/ms-rest-js',
        ...rest('PersonalizerClient', '@azure/cognitiveservices-personalizer'),
        after: [
          'const { eventId, rewardActionId } = await client.rank({',
          "  contextFeatures: [{ time: 'evening' }],",
          "  actions: [{ id: 'pasta', features: [{ taste: 'savoury' }] }, { id: 'ice cream', features: [{ taste: 'sweet' }] }],",
          '});',
          "await client.events.reward(eventId, { value: rewardActionId === 'ice cream' ? 1 : 0 });",
          'console.log(rewardActionId);',
        ].join('\n'),
      };
    case 'faces':
      return {
        install: 'npm install @azure/cognitiveservices-face@5.0.0 @azure/ms-rest-js',
        ...rest('FaceClient', '@azure/cognitiveservices-face', readFile),
        after: [
          "const faces = await client.face.detectWithStream(await readFile('photo.jpg'), {",
          "  detectionModel: 'detection_03',",
          `  recognitionModel: '${recognitionModelOf(target)}',`,
          '});',
          ...(target.group === undefined
            ? ['console.log(faces.length, faces.map(({ faceRectangle }) => faceRectangle));']
            : [
                'const faceIds = faces.map(({ faceId }) => faceId);',
                `console.log(JSON.stringify(await client.face.identify(faceIds, { ${target.group.field}: ${q(target.group.id)} })));`,
              ]),
        ].join('\n'),
      };
  }
}
