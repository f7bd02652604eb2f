import { readUint32 } from "@kiln/api";
import { DEFAULT_MAX_FRAME_BYTES, ErrorCode, Http2Fault, MAX_WINDOW_BYTES, Setting } from "./frames.ts";

const SETTING_BYTES = 6;

export function encodeSettings(settings: readonly (readonly [id: number, value: number])[]): Uint8Array {
  const payload = new Uint8Array(settings.length * SETTING_BYTES);
  const view = new DataView(payload.buffer);
  for (const [i, [id, value]] of settings.entries()) {
    view.setUint16(i * SETTING_BYTES, id);
    view.setUint32(i * SETTING_BYTES + 2, value);
  }
  return payload;
}

/** The initial window in the client's settings, if present. Other settings do not affect sending. */
export function readInitialWindow(payload: Uint8Array): number | undefined {
  if (payload.byteLength % SETTING_BYTES !== 0) {
    throw new Http2Fault(ErrorCode.frameSize, "invalid SETTINGS size");
  }
  let window: number | undefined;
  for (let at = 0; at < payload.byteLength; at += SETTING_BYTES) {
    const id = ((payload[at] as number) << 8) | (payload[at + 1] as number);
    const value = readUint32(payload, at + 2);
    checkSetting(id, value);
    window = id === Setting.initialWindow ? value : window;
  }
  return window;
}

function checkSetting(id: number, value: number): void {
  if (id === Setting.initialWindow && value > MAX_WINDOW_BYTES) {
    throw new Http2Fault(ErrorCode.flowControl, "flow-control window above 2^31-1");
  }
  const isFrameFault = id === Setting.maxFrame && (value < DEFAULT_MAX_FRAME_BYTES || value >= 2 ** 24);
  if (isFrameFault || (id === Setting.enablePush && value > 1)) {
    throw new Http2Fault(ErrorCode.protocol, "invalid SETTINGS value");
  }
}
