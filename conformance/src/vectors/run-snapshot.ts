import { asObject } from "@kiln/api";
import { type AdmissionRequest, judge, printViolations, type RuleSettings } from "@kiln/snapshot";
import { type RunCase, stringsOf, type VectorCase } from "./vector-file.ts";

/** Asks the rules of the webhook, without the webhook. */
export const runSnapshot: RunCase = (vector) => {
  const { isAllowed, violations } = judgeCase(vector, "kep");
  const message = printViolations(violations).toLowerCase();
  const expected = vector.expect.allowed === true;
  return [
    ...(isAllowed === expected ? [] : [`allowed: expected ${expected}, got ${isAllowed} ${message}`]),
    ...stringsOf(vector.expect.messageContains)
      .filter((text) => !message.includes(text.toLowerCase()))
      .map((text) => `message: ${JSON.stringify(message)} does not contain ${JSON.stringify(text)}`),
  ];
};

export function judgeCase(vector: VectorCase, semantics: RuleSettings["semantics"]): ReturnType<typeof judge> {
  const request = vector.get("request");
  return judge(asObject(request) as AdmissionRequest, { semantics });
}
