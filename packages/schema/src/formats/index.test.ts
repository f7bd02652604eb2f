import { describe, expect, it } from "vitest";
import { stringFormats } from "./index.ts";

/** For each format, accepted and rejected strings, among them Kubernetes' surprising ones. */
const FORMATS: readonly (readonly [name: string, good: readonly string[], bad: readonly string[]])[] = [
  ["bsonobjectid", ["507f1f77bcf86cd799439011"], ["507f1f77bcf86cd79943901", "507f1f77bcf86cd79943901g"]],
  [
    "uri",
    [
      "http://a.b/c?d#e",
      "/relative",
      "mailto:x",
      "*",
      "http://u:p@h:80",
      "http://[::1]:8080/",
      "ftp://a:b:21/",
      "x:%zz",
    ],
    [
      "",
      "no scheme",
      "example.com",
      ":x",
      "http://[::1",
      "http://h:port/",
      "/%zz",
      "http://a b/",
      "http://a:b:80/",
      "/\x01",
    ],
  ],
  [
    "email",
    ["a@b", "Joe <joe@x>", '"quoted text"@x', "a@[1.2.3.4]", "a@b (comment)", "group: a@b;", "é@é.com", "<a@b>"],
    [
      "",
      "not-an-email",
      "a@",
      "@b",
      "a..b@c",
      ".a@b",
      'Joe "x" y',
      "a@b, c@d",
      "group:;",
      "a@[nope]",
      '""@b',
      "a@b (open",
    ],
  ],
  [
    "hostname",
    ["a", "a-", "example.com", "1a.example.london", "☃.com"],
    ["", "-bad-", "under_score", "a.b.c1", "a..com", "x".repeat(64)],
  ],
  ["ipv4", ["1.2.3.4", "01.2.3.4", "::ffff:1.2.3.4"], ["10.0.0.256", "::1", "1.2.3", "1.2.3.4.5", "", "1.2.3.4 "]],
  [
    "ipv6",
    ["::", "::1", "::ffff:1.2.3.4", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7::"],
    ["zz::", "10.0.0.1", ":::", "1::2::3", "fe80::1%eth0", "00001::", "1:2:3:4:5:6:7:8:9", "::ffff:01.2.3.4", "1:"],
  ],
  [
    "cidr",
    ["10.0.0.0/8", "010.0.0.0/08", "::/128"],
    ["10.0.0.0/33", "10.0.0.0", "10.0.0.0/", "::/129", "10.0.0.0/8/8"],
  ],
  [
    "mac",
    ["01:23:45:67:89:ab", "01-23-45-67-89-ab-cd-ef", "0123.4567.89ab", "0123456789AB"],
    ["01:23", "01:23:45-67:89:ab", "", "0123.4567.89a"],
  ],
  [
    "uuid",
    ["01234567-89ab-cdef-0123-456789ABCDEF", "0123456789abcdef0123456789abcdef"],
    ["0000", "01234567-89ab-cdef-0123-456789abcdeg"],
  ],
  ["uuid3", ["01234567-89ab-3def-0123-456789abcdef"], ["01234567-89ab-4def-0123-456789abcdef"]],
  ["uuid4", ["01234567-89ab-4def-8123-456789abcdef"], ["01234567-89ab-4def-0123-456789abcdef"]],
  ["uuid5", ["01234567-89ab-5def-b123-456789abcdef"], ["01234567-89ab-4def-b123-456789abcdef"]],
  ["isbn", ["0321751043", "978-0321751041"], ["0321751044", "978-0321751042"]],
  ["isbn10", ["0-321-75104-3", "097522980X"], ["978-0321751041"]],
  ["isbn13", ["978 0 321 75104 1"], ["0321751043"]],
  ["creditcard", ["4111 1111 1111 1111", "3782-822463-10005"], ["4111 1111 1111 1112", "1234"]],
  ["ssn", ["123-45-6789", "123 45-6789"], ["123456789", "123-45-678"]],
  ["hexcolor", ["#FFF", "ffffff"], ["#FFFF", "red"]],
  ["rgbcolor", ["rgb(0,255, 12 )"], ["rgb(256,0,0)", "rgb(0,0)", "RGB(0,0,0)", "rgb(00,0,0)"]],
  ["byte", ["YQ==", "YWI=", "YWJj"], ["", "not base64!", "YQ=", "Y==="]],
  ["password", ["", "anything"], []],
  ["date", ["2024-02-29", "0000-01-01"], ["2024-2-1", "2023-02-29", "2024-13-01", "2024-01-00", "2024-01-01 "]],
  [
    "duration",
    ["1h30m", "-1.5s", "0", "22 ns", "1 hour", "3d", "wait 5 Weeks"],
    ["", "abc", "1", "99999999999999999999s", "5x"],
  ],
  [
    "datetime",
    ["2024-01-01T00:00:00Z", "2024-01-01t23:59:59.5+01:00", "2024-01-01T00:00:00,5z"],
    [
      "2024-02-30T00:00:00Z",
      "2024-01-01 00:00:00Z",
      "2024-01-01T24:00:00Z",
      "2024-01-01T00:00:60Z",
      "2024-01-01T00:00:00",
      "t",
    ],
  ],
  ["k8sshortname", ["a", "a-1"], ["", "Not_Valid", "-a", "a-", "a.b", "a".repeat(64)]],
  ["k8slongname", ["a.b-c", "a".repeat(253)], ["-dash", "a..b", "A", "a".repeat(254)]],
];

describe("stringFormats", () => {
  it("has a line in the table for every format", () => {
    expect([...stringFormats.keys()].sort()).toEqual(FORMATS.map(([name]) => name).sort());
  });

  it.each(FORMATS.flatMap(([name, good]) => good.map((text) => [name, text] as const)))("%s takes %j", (name, text) => {
    expect(stringFormats.get(name)?.(text)).toBe(true);
  });

  it.each(FORMATS.flatMap(([name, , bad]) => bad.map((text) => [name, text] as const)))(
    "%s refuses %j",
    (name, text) => {
      expect(stringFormats.get(name)?.(text)).toBe(false);
    },
  );

  it.each([...stringFormats.keys()])("%s reads a long text once", (name) => {
    for (const unit of ["a", "1", "a.", "1 ", "(", '"', "%", ":", "@", "-", "a@b,", "=", "\\"]) {
      const text = unit.repeat(200_000);
      expect(typeof stringFormats.get(name)?.(text)).toBe("boolean");
    }
  });
});
