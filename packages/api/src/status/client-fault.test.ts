import { expect, it } from "vitest";
import { ClientFault } from "./client-fault.ts";

class Sample extends ClientFault {
  override readonly name = "Sample";
}

it("has a message and a cause, and no frames of a stack", () => {
  const cause = new Error("cause");
  const fault = new Sample("bad frame", { cause });
  expect(fault).toBeInstanceOf(Error);
  expect([fault.message, fault.cause]).toEqual(["bad frame", cause]);
  expect(fault.stack ?? "").not.toContain(" at ");
});

it("leaves the stacks of other errors as they are", () => {
  new Sample("bad frame");
  expect(new Error("fault of the server").stack).toContain(" at ");
});
