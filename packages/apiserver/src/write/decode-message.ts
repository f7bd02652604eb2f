import { printJson, type StatusError, statusUnsupportedMediaType } from "@kiln/api";
import { ProtobufError } from "@kiln/api/protobuf";
import { apiVersionOf, MEDIA_TYPES, type ObjectType, type Protobuf, type Resource } from "@kiln/kinds";
import type { Context } from "../request/context.ts";
import type { DecodeBody } from "./decoded-object.ts";
import { refuseAs, refuseUnrecognized } from "./refuse-body.ts";

/** Decoder of protobuf bodies. Throws 415 for custom resources, which have no messages. */
export function openMessageDecoder({ services, info }: Context, resource: Resource): DecodeBody {
  if (!resource.dialect.routing.hasMessages && info.subresource !== "scale") {
    throw statusUnsupportedMediaType(MEDIA_TYPES);
  }
  const assumed = { apiVersion: apiVersionOf(resource), kind: resource.names.kind };
  return (bytes) => {
    const opened = openOrRefuse({ bytes, protobuf: services.protobuf, assumed, resource });
    const refuse = (why: string) => refuseAs(opened.type, resource, why);
    const object = readOrRefuse(opened.read, refuse);
    // Unknown and repeated fields of a protobuf message are not reported.
    const decoding = {
      duplicates: [],
      duplicateErrors: [],
      hasSortedKeys: false,
      text: () => printJson(object),
      refuse,
    };
    return { object, decoding };
  };
}

interface Body {
  readonly bytes: Uint8Array;
  readonly protobuf: Protobuf;
  readonly assumed: ObjectType;
  readonly resource: Resource;
}

function openOrRefuse({ bytes, protobuf, assumed, resource }: Body) {
  return readOrRefuse(
    () => protobuf.open(bytes, assumed),
    (why) => refuseUnrecognized(bytes, resource, why),
  );
}

/** Runs `read`; throws the error of `refuse` for invalid bytes. */
export function readOrRefuse<T>(read: () => T, refuse: (why: string) => StatusError): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof ProtobufError ? refuse(error.message) : error;
  }
}
