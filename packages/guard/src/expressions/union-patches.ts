import { bind, fieldOf, quote } from "./cel-value.ts";
import { escapePointer, joinTexts, setMembers, type UnionSite } from "./union-rules.ts";

/**
 * CEL expression for the JSON patch that clears the other members of a union and sets its discriminator:
 * - the discriminator was set to another value: it names the member that stays, if any;
 * - exactly one member is set: it stays;
 * - exactly one member was added: it stays;
 * - otherwise nothing changes.
 */
export function unionPatches(site: UnionSite): string {
  const members = [...site.union.members];
  const set = setMembers(site, site.now);
  const wasSet = setMembers(site, site.old);
  const isAdded = members.map((_, i) => `set[${i}] && !was[${i}]`).join(", ");
  const cleared = members.map(([member], i) => {
    const { text } = fieldOf(site.now, member, site.schema.properties?.get(member));
    return `(${text}.hasValue() && !kept[${i}] ? [JSONPatch{op: "remove", path: ${pointer(site, member)}}] : [])`;
  });
  const changes = [...cleared, ...setDiscriminator(site)].join(" + ");
  const only = (flags: string) => `${flags}.filter(s, s).size() == 1`;
  const kept = `chosen ? ${keptByName(site)} : ${only("set")} ? set : ${only("added")} ? added : []`;
  const inner = bind("kept", kept, `kept.size() == 0 ? [] : ${changes}`);
  const withAdded = bind("added", `[${isAdded}]`, inner);
  const withSet = bind("set", set, bind("was", wasSet, withAdded));
  return site.gathered(bind("chosen", isChosen(site), withSet));
}

function pointer(site: UnionSite, name: string): string {
  return joinTexts(site.pointer, quote(`/${escapePointer(name)}`));
}

function discriminators({ union, schema, now, old }: UnionSite): { readonly now: string; readonly old: string } {
  const name = union.discriminator as string;
  const property = schema.properties?.get(name);
  return { now: fieldOf(now, name, property).text, old: fieldOf(old, name, property).text };
}

/** Condition that the client set the discriminator to another value; removing or emptying it does not count. */
function isChosen(site: UnionSite): string {
  if (site.union.discriminator === undefined) {
    return "false";
  }
  const { now, old } = discriminators(site);
  return `type(${now}.orValue(null)) == string && ${now}.orValue("") != "" && ${now} != ${old}`;
}

function keptByName(site: UnionSite): string {
  const names = [...site.union.members.values()];
  if (site.union.discriminator === undefined) {
    return `[${names.map(() => "false").join(", ")}]`;
  }
  const { now } = discriminators(site);
  return `[${names.map((name) => `${now}.orValue("") == ${quote(name)}`).join(", ")}]`;
}

function setDiscriminator(site: UnionSite): string[] {
  const name = site.union.discriminator;
  if (name === undefined) {
    return [];
  }
  const { now } = discriminators(site);
  const path = pointer(site, name);
  const cases = [...site.union.members.values()].map((value, i) => {
    const wanted = quote(value);
    return `kept[${i}] ? (${now} == optional.of(${wanted}) ? [] : [JSONPatch{op: "add", path: ${path}, value: ${wanted}}])`;
  });
  return [`(chosen ? [] : ${cases.join(" : ")} : [])`];
}
