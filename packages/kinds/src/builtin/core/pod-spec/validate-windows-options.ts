import { asNamedString, type FieldError, type FieldPath, invalid, utf8Length } from "@kiln/api";
import { checkSubdomain } from "../../field-checks.ts";
import { fieldRules } from "../../field-rules.ts";

const MAX_CREDENTIAL_KIB = 64;

export const validateWindowsOptions = fieldRules({
  gmsaCredentialSpecName: ["pointer", checkCredentialName],
  gmsaCredentialSpec: ["pointer", checkCredential],
  runAsUserName: ["pointer", checkUserName],
});

function checkCredentialName(name: string, path: FieldPath): FieldError[] {
  return checkSubdomain(name, path).map(asNamedString);
}

function checkUserName(name: string, path: FieldPath): FieldError[] {
  return userFaults(name).map((fault) => asNamedString(invalid(path, name, `runAsUserName${fault}`)));
}

function checkCredential(text: string, path: FieldPath): FieldError[] {
  if (text === "") {
    return [asNamedString(invalid(path, text, "gmsaCredentialSpec cannot be an empty string"))];
  }
  return utf8Length(text) > MAX_CREDENTIAL_KIB * 1024
    ? [asNamedString(invalid(path, text, `gmsaCredentialSpec size must be under ${MAX_CREDENTIAL_KIB} KiB`))]
    : [];
}

const MAX_DOMAIN = 256;
const MAX_USER = 104;
const NET_BIOS = /^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}$/;
const DNS = /^[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

/** Errors of a Windows user name: `DOMAIN\user` or `user`. */
function userFaults(name: string): string[] {
  if (name === "") {
    return [" cannot be an empty string"];
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are searched.
  if (/[\x00-\x1f\x7f]/.test(name)) {
    return [" cannot contain control characters"];
  }
  const parts = name.split("\\");
  if (parts.length > 2) {
    return [" cannot contain more than one backslash"];
  }
  const domain = parts.length === 2 ? (parts[0] as string) : undefined;
  const user = parts.at(-1) as string;
  const isGoodDomain = domain === undefined || NET_BIOS.test(domain) || DNS.test(domain);
  return [
    ...(utf8Length(domain ?? "") >= MAX_DOMAIN ? [`'s Domain length must be under ${MAX_DOMAIN} characters`] : []),
    ...(isGoodDomain ? [] : ["'s Domain doesn't match the NetBios nor the DNS format"]),
    ...(user === "" ? ["'s User cannot be empty"] : []),
    ...(utf8Length(user) > MAX_USER ? [`'s User length must not be longer than ${MAX_USER} characters`] : []),
    ...(/^[. ]+$/.test(user) ? ["'s User cannot contain only periods or spaces"] : []),
    ...(/["/\\:;|=,+*?<>@[\]]/.test(user)
      ? ["'s User cannot contain the following characters: \"/\\:;|=,+*?<>@[]"]
      : []),
  ];
}
