/** Programs in C#. */
import { isEntities, q, recognitionModelOf, textOf } from './target.ts';
import type { ConnectTarget, Faces, Place, Written } from './target.ts';

export function csharp(target: ConnectTarget, { endpoint, key }: Place): Written {
  const secret = key === undefined ? 'Environment.GetEnvironmentVariable("KEY")' : q(key);
  const azure = (client: string): string => `var client = new ${client}(new Uri(${q(endpoint)}), new AzureKeyCredential(${secret}));`;
  const rest = (client: string): string =>
    `var client = new ${client}(new ApiKeyServiceClientCredentials(${secret})) { Endpoint = ${q(endpoint)} };`;
  const using = (...names: string[]): string => `${names.map((name) => `using ${name};`).join('\n')}\n`;
  switch (target.area) {
    case 'understanding':
      return {
        install: 'dotnet add package Microsoft.Azure.CognitiveServices.Language.LUIS.Runtime --version 3.0.0',
        before: using(
          'Microsoft.Azure.CognitiveServices.Language.LUIS.Runtime',
          'Microsoft.Azure.CognitiveServices.Language.LUIS.Runtime.Models',
        ),
        changed: rest('LUISRuntimeClient'),
        after: [
          `var reply = await client.Prediction.GetSlotPredictionAsync(Guid.Parse(${q(target.appId)}), ${q(target.slot ?? 'production')},`,
          `    new PredictionRequest { Query = ${q(target.text ?? 'hello')} });`,
          'Console.WriteLine(reply.Prediction.TopIntent);',
        ].join('\n'),
      };
    case 'conversations':
      return {
        install: 'dotnet add package Azure.AI.Language.Conversations --version 1.1.0',
        before: using('Azure', 'Azure.AI.Language.Conversations', 'Azure.Core'),
        changed: azure('ConversationAnalysisClient'),
        after: [
          'var response = await client.AnalyzeConversationAsync(RequestContent.Create(new {',
          '    kind = "Conversation",',
          `    analysisInput = new { conversationItem = new { id = "1", participantId = "1", text = ${q(target.text ?? 'hello')} } },`,
          `    parameters = new { projectName = ${q(target.project)}, deploymentName = ${q(target.deployment)} },`,
          '}));',
          'Console.WriteLine(response.Content);',
        ].join('\n'),
      };
    case 'texts': {
      const call = isEntities(target)
        ? 'RecognizeCustomEntitiesAsync'
        : target.kind === 'CustomMultiLabelClassification'
          ? 'MultiLabelClassifyAsync'
          : 'SingleLabelClassifyAsync';
      return {
        install: 'dotnet add package Azure.AI.TextAnalytics --version 5.3.0',
        before: using('Azure', 'Azure.AI.TextAnalytics'),
        changed: azure('TextAnalyticsClient'),
        after: [
          `var operation = await client.${call}(WaitUntil.Completed, new[] { ${q(textOf(target))} }, ${q(target.project)}, ${q(target.deployment)});`,
          'await foreach (var page in operation.Value)',
          '    foreach (var document in page)',
          isEntities(target)
            ? '        foreach (var entity in document.Entities) Console.WriteLine($"{entity.Text}: {entity.Category}");'
            : '        foreach (var found in document.ClassificationCategories) Console.WriteLine(found.Category);',
        ].join('\n'),
      };
    }
    case 'documents':
      return {
        install: 'dotnet add package Azure.AI.FormRecognizer --version 4.1.0',
        before: using('Azure', 'Azure.AI.FormRecognizer.DocumentAnalysis'),
        changed: azure('DocumentAnalysisClient'),
        after: [
          'using var document = File.OpenRead("document.pdf");',
          `var operation = await client.AnalyzeDocumentAsync(WaitUntil.Completed, ${q(target.modelId)}, document);`,
          'Console.WriteLine(operation.Value.Content);',
        ].join('\n'),
      };
    case 'ranking':
      return {
        install: 'dotnet add package Microsoft.Azure.CognitiveServices.Personalizer --version 1.0.0',
        before: using('Microsoft.Azure.CognitiveServices.Personalizer', 'Microsoft.Azure.CognitiveServices.Personalizer.Models'),
        changed: rest('PersonalizerClient'),
        after: [
          'var actions = new List<RankableAction> {',
          '    new RankableAction("pasta", new List<object> { new { taste = "savoury" } }),',
          '    new RankableAction("ice cream", new List<object> { new { taste = "sweet" } }),',
          '};',
          'var reply = client.Rank(new RankRequest(actions, new List<object> { new { time = "evening" } }));',
          'client.Reward(reply.EventId, new RewardRequest(1));',
          'Console.WriteLine(reply.RewardActionId);',
        ].join('\n'),
      };
    case 'faces':
      return {
        install: 'dotnet add package Azure.AI.Vision.Face --version 1.0.0-beta.2',
        before: using('Azure', 'Azure.AI.Vision.Face'),
        changed: azure('FaceClient'),
        after: [
          'var photo = BinaryData.FromBytes(File.ReadAllBytes("photo.jpg"));',
          `var faces = await client.DetectAsync(photo, FaceDetectionModel.Detection03, ${modelOf(target)}, returnFaceId: true);`,
          ...(target.group?.field === 'largePersonGroupId'
            ? [
                'var faceIds = faces.Value.Select(face => face.FaceId.Value);',
                `var found = await client.IdentifyFromLargePersonGroupAsync(faceIds, ${q(target.group.id)});`,
                'foreach (var one in found.Value) Console.WriteLine($"{one.FaceId}: {one.Candidates.FirstOrDefault()?.PersonId}");',
              ]
            : ['foreach (var face in faces.Value) Console.WriteLine(face.FaceId);']),
        ].join('\n'),
      };
  }
}

/** `recognition_04` is `Recognition04`. */
function modelOf(target: Faces): string {
  return `FaceRecognitionModel.${recognitionModelOf(target).replace('recognition_', 'Recognition')}`;
}
