/** Prints an IPv4 address that is given as a number of 32 bits. */
export function printIpv4(address: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join(".");
}
