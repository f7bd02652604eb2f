import { type FieldError, type FieldPath, invalid, parseCidr, printIp, quoteGo } from "@kiln/api";
import { validateDriverName } from "../core/pod-spec/volume-sources.ts";
import { type CheckFields, fieldRules } from "../field-rules.ts";
import { validateConditions } from "../validate-conditions.ts";
import { checkPoolName, checkShareId, deviceIdOf } from "./device-id.ts";
import { checkParameters } from "./validate-devices.ts";

/** Validates the status of devices, which must be allocated to the claim. */
export const validateDeviceStatus: CheckFields<{ readonly allocated: ReadonlySet<string> }> = fieldRules<{
  readonly allocated: ReadonlySet<string>;
}>(
  { driver: validateDriverName, pool: checkPoolName, device: "label", shareID: checkShareId },
  (device, path, { given }) => {
    const id = deviceIdOf(device);
    const notAllocated = { ...invalid(path, id, "must be an allocated device in the claim"), printed: id };
    return given?.allocated.has(id) ? [] : [notAllocated];
  },
  { conditions: "maxItems=8" },
  validateConditions,
  {
    data: ["pointer", checkParameters],
    "networkData.interfaceName": "maxBytes=256",
    "networkData.hardwareAddress": "maxBytes=128",
    "networkData.ips[<=16]": ["distinct", checkInterfaceAddress],
  },
);

/** Validates an address with a prefix length, in CIDR notation. */
function checkInterfaceAddress(text: string, path: FieldPath): FieldError[] {
  const cidr = parseCidr(text);
  if (cidr === undefined) {
    const why = "must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)";
    return [invalid(path, text, why)];
  }
  const { address, bits } = cidr;
  const canonical = `${printIp(address)}/${address.isMapped && bits > 32 ? bits - 96 : bits}`;
  return text === canonical ? [] : [invalid(path, text, `must be in canonical form (${quoteGo(canonical)})`)];
}
