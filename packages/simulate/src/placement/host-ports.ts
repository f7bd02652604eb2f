/** Whether two host ports, as `protocol/address/port`, exclude each other on a node. */
export function isSameHostPort(a: string, b: string): boolean {
  const [protocol, address, port] = a.split("/");
  const [otherProtocol, otherAddress, otherPort] = b.split("/");
  const isSameAddress = address === "0.0.0.0" || otherAddress === "0.0.0.0" || otherAddress === address;
  return otherProtocol === protocol && otherPort === port && isSameAddress;
}
