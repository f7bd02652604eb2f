import {
  asObjects,
  asText,
  asTexts,
  type FieldError,
  type FieldPath,
  invalid,
  isJsonObject,
  type JsonObject,
  quoteGo,
  tooLong,
  tooMany,
  utf8Length,
} from "@kiln/api";
import { validateDriverName } from "../core/pod-spec/volume-sources.ts";
import { checkLabel } from "../field-checks.ts";
import { printIp } from "../ip-address.ts";
import { parseCidr } from "../network-cidr.ts";
import { validateConditions } from "../validate-conditions.ts";
import { checkSet } from "./check-list.ts";
import { checkPoolName, checkShareId, deviceIdOf } from "./device-id.ts";
import { checkParameters } from "./validate-devices.ts";

const MAX_CONDITIONS = 8;
const MAX_INTERFACE_NAME = 256;
const MAX_HARDWARE_ADDRESS = 128;
const MAX_ADDRESSES = 16;

/** Status of a device, for devices allocated to the claim only. */
export function validateDeviceStatus(
  device: JsonObject,
  path: FieldPath,
  allocated: ReadonlySet<string>,
): FieldError[] {
  const id = deviceIdOf(device);
  const conditions = asObjects(device.conditions);
  const notAllocated = { ...invalid(path, id, "must be an allocated device in the claim"), printed: id };
  const at = path.child("conditions");
  return [
    ...validateDriverName(device.driver, path.child("driver")),
    ...checkPoolName(asText(device.pool), path.child("pool")),
    ...checkLabel(device.device, path.child("device")),
    ...checkShareId(device.shareID, path.child("shareID")),
    ...(allocated.has(id) ? [] : [notAllocated]),
    ...(conditions.length > MAX_CONDITIONS ? [tooMany(at, conditions.length, MAX_CONDITIONS)] : []),
    ...validateConditions(conditions, at),
    ...((device.data ?? null) === null ? [] : checkParameters(device.data, path.child("data"))),
    ...(isJsonObject(device.networkData) ? validateNetwork(device.networkData, path.child("networkData")) : []),
  ];
}

function validateNetwork({ interfaceName, hardwareAddress, ips }: JsonObject, path: FieldPath): FieldError[] {
  return [
    ...checkLength(asText(interfaceName), path.child("interfaceName"), MAX_INTERFACE_NAME),
    ...checkLength(asText(hardwareAddress), path.child("hardwareAddress"), MAX_HARDWARE_ADDRESS),
    ...checkSet(asTexts(ips), path.child("ips"), {
      max: MAX_ADDRESSES,
      check: checkInterfaceAddress,
      keyOf: (address) => address,
    }),
  ];
}

function checkLength(text: string, path: FieldPath, max: number): FieldError[] {
  return utf8Length(text) > max ? [tooLong(path, max)] : [];
}

/** An address with a prefix length, as in a CIDR. */
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
