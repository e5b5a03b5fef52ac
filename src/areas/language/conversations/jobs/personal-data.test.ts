import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redactConversation } from './personal-data.ts';
import type { InputConversation, PersonalDataTask } from './model.ts';

const text = 'Hello, you can reach me at 555-010-7788.';
const conversation = { items: [{ id: '1', participantId: 'A', forms: { text } }] } as unknown as InputConversation;
const task = (mask: PersonalDataTask['mask']): PersonalDataTask =>
  ({ categories: { phoneNumber: 'PhoneNumber' }, mask, stringIndexType: 'Utf16CodeUnit' }) as unknown as PersonalDataTask;

test('masks what it finds, and returns the text unchanged where the policy is not to mask', () => {
  const [masked] = redactConversation(conversation, task({ kind: 'character', character: '*' }));
  const [plain] = redactConversation(conversation, task({ kind: 'none' }));
  assert.equal(masked!.redactedContent.text, 'Hello, you can reach me at ************.');
  assert.equal(plain!.redactedContent.text, text);
  assert.deepEqual(plain!.entities, masked!.entities);
});
