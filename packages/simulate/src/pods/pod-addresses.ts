import type { View } from "../cluster/view.ts";
import { printIpv4 } from "../print-ipv4.ts";
import type { PodRecord } from "./pod-record.ts";

/** Assigns every Pod an address of its own, from 10.244.0.0/14. */
export interface PodAddresses {
  take(uid: string): string;
  /** Whether a Pod has the address. */
  has(address: string): boolean;
}

const FIRST = 10 * 2 ** 24 + 244 * 2 ** 16 + 2;
const COUNT = 4 * 2 ** 16 - 4;

export function createPodAddresses(pods: View<PodRecord>): PodAddresses {
  const byUid = new Map<string, string>();
  const used = new Set<string>();
  let next = 0;
  pods.onChange(({ now, before }) => {
    if (now === undefined && before !== undefined) {
      used.delete(before.ip);
      used.delete(byUid.get(before.metadata.uid) ?? "");
      byUid.delete(before.metadata.uid);
    } else if (now !== undefined && now.ip !== "") {
      used.add(now.ip);
    }
  });
  return {
    has: (address) => used.has(address),
    take(uid) {
      const known = byUid.get(uid);
      if (known !== undefined) {
        return known;
      }
      let address = printIpv4(FIRST + (next++ % COUNT));
      for (let tries = 0; used.has(address) && tries < COUNT; tries++) {
        address = printIpv4(FIRST + (next++ % COUNT));
      }
      used.add(address);
      byUid.set(uid, address);
      return address;
    },
  };
}
