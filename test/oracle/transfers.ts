import { type Booking, compareBookings } from './book.ts';

type MemberFlow = Booking & { readonly place: number };

/**
 * Returns the flows of all members, without money that moved between them within one clock minute.
 */
export function externalFlows(members: readonly (readonly Booking[])[]): Booking[] {
  const minutes = new Map<number, MemberFlow[]>();
  for (const [place, flows] of members.entries()) {
    for (const flow of flows) {
      const minute = Math.floor(flow.at / 60_000);
      minutes.set(minute, [...(minutes.get(minute) ?? []), { ...flow, place }]);
    }
  }
  return [...minutes.values()].flatMap(remaining);
}

function remaining(flows: readonly MemberFlow[]): MemberFlow[] {
  const total = flows.reduce((sum, flow) => sum + flow.amount, 0n);
  const members = new Set(flows.map((flow) => flow.place));
  if (members.size > 1 && total === 0n) return [];

  const left = [...flows].sort(compareBookings);
  for (const flow of [...left]) {
    if (flow.amount >= 0n || !left.includes(flow)) continue;
    const partner = left.find(
      (otherItem) => otherItem.place !== flow.place && otherItem.amount === -flow.amount,
    );
    if (partner === undefined) continue;
    left.splice(left.indexOf(partner), 1);
    left.splice(left.indexOf(flow), 1);
  }
  return left;
}
