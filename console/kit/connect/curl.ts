/** Programs for a shell. */
import { asCurl } from '../call.ts';
import { callOf, type ConnectTarget, type Place, type Written } from './target.ts';

export function curl(target: ConnectTarget, { endpoint, key }: Place): Written {
  const { call, sends } = callOf(target);
  let text = asCurl(call, 'account', endpoint);
  if (sends !== undefined) text += ` \\\n  -H 'Content-Type: application/octet-stream' \\\n  --data-binary @${sends}`;
  if (target.area === 'documents' || target.area === 'texts') text = text.replace(/^curl/, 'curl -i');
  const after: string[] = [];
  if (target.area === 'documents' || target.area === 'texts')
    after.push(
      '',
      '# The result is at the address in operation-location:',
      `curl -H "Ocp-Apim-Subscription-Key: $KEY" "$OPERATION_LOCATION"`,
    );
  if (target.area === 'faces' && target.group)
    after.push(
      '',
      '# The faces of the answer, by their faceId:',
      asCurl(
        { method: 'POST', path: '/face/v1.0/identify', json: { [target.group.field]: target.group.id, faceIds: ['FACE-ID'] } },
        'account',
        endpoint,
      ),
    );
  if (target.area === 'ranking')
    after.push(
      '',
      '# The reward of the decision, by its eventId:',
      asCurl({ method: 'POST', path: '/personalizer/v1.0/events/EVENT-ID/reward', json: { value: 1 } }, 'account', endpoint),
    );
  const fill = (part: string): string => (key === undefined ? part : part.replaceAll('$KEY', key));
  const [changed, ...rest] = fill(text).split('\n');
  return { changed: changed!, after: [...rest, ...after.map(fill)].join('\n') };
}
