/** Reads the reply of the target of a copy, a server that the caller has named. */
import type { Static } from 'typebox';
import { Type } from '../../../kernel/schema.ts';
import { bodyCheck } from '../../../kernel/validation.ts';

const TargetReply = Type.Object({
  createdDateTime: Type.String({ format: 'date-time' }),
  description: Type.Optional(Type.String({ maxLength: 4096 })),
  tags: Type.Optional(Type.Record(Type.String(), Type.String())),
});
const checkTargetReply = bodyCheck(TargetReply);

export type TargetReply = Static<typeof TargetReply>;

/** Undefined when it is not the reply of a server of this interface. */
export function parseTargetReply(content: Uint8Array): TargetReply | undefined {
  try {
    const { createdDateTime, description, tags } = parse(content) as TargetReply;
    const reply = { createdDateTime, ...(description !== undefined && { description }), ...(tags && { tags }) };
    checkTargetReply(reply);
    return reply;
  } catch {
    return undefined;
  }
}

/** The code of the error that the target reports, if any. */
export function parseTargetError(content: Uint8Array): string | undefined {
  try {
    const code = (parse(content) as { error?: { innererror?: { code?: unknown } } }).error?.innererror?.code;
    return typeof code === 'string' ? code : undefined;
  } catch {
    return undefined;
  }
}

function parse(content: Uint8Array): unknown {
  return JSON.parse(new TextDecoder().decode(content));
}
