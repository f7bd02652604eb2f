import { describe, expect, it } from "vitest";
import { type Choice, chooseOption, chosenOption, findChoices } from "./find-choices.ts";

const union = {
  type: "object",
  properties: { type: { type: "string", enum: ["Bucket", "Directory", "None"] } },
  "x-kubernetes-unions": [
    { discriminator: "type", "fields-to-discriminateBy": { bucket: "Bucket", directory: "Directory" } },
  ],
};

describe("findChoices()", () => {
  it("reads a union with its discriminator and the values without a field", () => {
    expect(findChoices(union)).toEqual([
      {
        discriminator: "type",
        members: ["bucket", "directory"],
        isUnion: true,
        options: [
          { label: "Bucket", member: "bucket" },
          { label: "Directory", member: "directory" },
          { label: "None", member: undefined },
        ],
      },
    ]);
  });

  it("reads oneOf whose branches require one field each", () => {
    const [choice] = findChoices({ oneOf: [{ required: ["http"] }, { required: ["tcp"] }] });
    expect(choice).toMatchObject({ members: ["http", "tcp"], isUnion: false, discriminator: undefined });
    expect(findChoices({ oneOf: [{ required: ["http"] }, { required: ["tcp", "port"] }] })).toEqual([]);
    expect(findChoices({ oneOf: [{ type: "string" }, { type: "number" }] })).toEqual([]);
  });
});

describe("chooseOption()", () => {
  const [choice] = findChoices(union) as [Choice];
  const value = { type: "Bucket", bucket: "eu", other: 1 };

  it("names what will be cleared", () => {
    const option = choice.options[1];
    expect(chooseOption(choice, value, { option, initial: "" })).toEqual({
      cleared: [{ member: "bucket", value: "eu" }],
      value: { type: "Directory", other: 1, directory: "" },
    });
  });

  it("keeps the value of the member that is chosen again", () => {
    const option = chosenOption(choice, value);
    expect(option).toEqual({ label: "Bucket", member: "bucket" });
    expect(chooseOption(choice, value, { option, initial: "" })).toEqual({ cleared: [], value });
  });

  it("clears everything for none and for a value without a field", () => {
    expect(chooseOption(choice, value, { option: undefined, initial: "" }).value).toEqual({ other: 1 });
    const none = choice.options[2];
    expect(chooseOption(choice, value, { option: none, initial: "" }).value).toEqual({ type: "None", other: 1 });
    expect(chosenOption(choice, { type: "None" })).toEqual(none);
    expect(chosenOption(choice, {})).toBeUndefined();
  });
});
