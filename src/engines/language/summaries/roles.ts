/** Who is the customer and who the agent, and how participants are called in a summary. */
import type { Naming } from './phrasing.ts';
import type { Turn } from './sentences.ts';

const ROLE_NAMES: readonly (readonly ['customer' | 'agent', RegExp])[] = [
  ['agent', /\b(agent|representative|rep|support|advisor|operator|assistant|csr|bot|clerk|technician)\b/i],
  ['customer', /\b(customer|client|caller|user|patient|guest|buyer|member)\b/i],
];
const AGENT_WORDS =
  /\b(how (can|may) i (help|assist)|thank you for (calling|contacting)|thanks for (calling|contacting)|my name is .* how|what can i do for you)\b/i;

/** Turns with the role that was given, that their participant's name says, or that a greeting of two participants shows. */
export function withRoles(turns: readonly Turn[]): Turn[] {
  const roles = new Map<string, string>();
  for (const { speaker, role } of turns) {
    const named = role?.toLowerCase() ?? ROLE_NAMES.find(([, pattern]) => pattern.test(speaker.replaceAll(/[_\d-]/g, ' ')))?.[0];
    if ((named === 'customer' || named === 'agent') && !roles.has(speaker)) roles.set(speaker, named);
  }
  const speakers = [...new Set(turns.map(({ speaker }) => speaker))];
  if (roles.size === 0 && speakers.length === 2) {
    const agent = turns.find(({ text }) => AGENT_WORDS.test(text))?.speaker;
    if (agent !== undefined) roles.set(agent, 'agent');
  }
  if (speakers.length === 2 && roles.size === 1) {
    const [[known, role]] = [...roles] as [[string, string]];
    roles.set(
      speakers.find((speaker) => speaker !== known)!,
      role === 'agent' ? 'customer' : 'agent',
    );
  }
  return turns.map((turn) => ({ ...turn, role: roles.get(turn.speaker) }));
}

/** Participants with a role are called by it; others by their id. */
export function namingOf(turns: readonly Turn[]): Naming {
  const roles = new Set(turns.flatMap(({ role }) => (role === undefined ? [] : [role])));
  const isTwoSided = roles.has('customer') && roles.has('agent');
  return {
    voiceOf({ speaker, role }) {
      const name = role === undefined || !isTwoSided ? displayName(speaker) : role === 'agent' ? 'Agent' : 'Customer';
      return { speaker: name, listener: isTwoSided ? (role === 'agent' ? 'the customer' : 'the agent') : undefined };
    },
  };
}

function displayName(speaker: string): string {
  const plain = speaker.trim();
  if (plain === '') return 'A participant';
  return /^\d+$/.test(plain) ? `Speaker ${plain}` : plain.charAt(0).toUpperCase() + plain.slice(1);
}
