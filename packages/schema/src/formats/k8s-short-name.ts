const MAX_LENGTH = 63;

export function isKubernetesShortName(text: string): boolean {
  return text.length <= MAX_LENGTH && isKubernetesLabel(text);
}

/** Lower-case letters, digits and hyphens, with no hyphen at either end. */
export function isKubernetesLabel(text: string): boolean {
  return /^[a-z0-9-]+$/.test(text) && !text.startsWith("-") && !text.endsWith("-");
}
