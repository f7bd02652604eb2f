import type { Row } from "../row.ts";
import { busyReaderRows } from "./busy-readers.ts";
import { churnRows } from "./churn.ts";
import { credentialRows } from "./credentials.ts";
import { handshakeRows } from "./handshakes.ts";
import { http1BodyRows } from "./http1-bodies.ts";
import { http1MessageRows } from "./http1-messages.ts";
import { http2BodyRows } from "./http2-bodies.ts";
import { http2ControlFrameRows } from "./http2-control-frames.ts";
import { http2HeaderRows } from "./http2-headers.ts";
import { http2ResetRows } from "./http2-resets.ts";
import { oddBodyRows } from "./odd-bodies.ts";
import { objectRows } from "./one-request/objects.ts";
import { patchRows } from "./one-request/patches.ts";
import { podRows } from "./one-request/pods.ts";
import { queryRows } from "./one-request/queries.ts";
import { textRows } from "./one-request/texts.ts";
import { unusualRows } from "./one-request/unusual.ts";
import { slowClientRows } from "./slow-clients.ts";
import { surroundingRows } from "./surroundings.ts";
import { unreadAnswerRows } from "./unread-answers.ts";
import { websocketRows } from "./websockets.ts";

/** Every attack, in the order in which they run. */
export const rows: readonly Row[] = [
  ...http1MessageRows,
  ...http1BodyRows,
  ...websocketRows,
  ...http2BodyRows,
  ...http2ControlFrameRows,
  ...http2ResetRows,
  ...http2HeaderRows,
  ...handshakeRows,
  ...slowClientRows,
  ...unreadAnswerRows,
  ...busyReaderRows,
  ...objectRows,
  ...podRows,
  ...patchRows,
  ...textRows,
  ...queryRows,
  ...unusualRows,
  ...oddBodyRows,
  ...credentialRows,
  ...surroundingRows,
  ...churnRows,
];
