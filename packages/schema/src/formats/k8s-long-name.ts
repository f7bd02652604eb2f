import { isKubernetesLabel } from "./k8s-short-name.ts";

const MAX_LENGTH = 253;

/** Labels joined by dots, none of them with a limit of its own. */
export function isKubernetesLongName(text: string): boolean {
  return text.length <= MAX_LENGTH && text.split(".").every(isKubernetesLabel);
}
