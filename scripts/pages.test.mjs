import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

const pages = findPages("").map((page) => ({ page, text: readFileSync(join(root, page), "utf8") }));

function findPages(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      return /^(\..*|node_modules|dist|out)$/.test(entry.name) ? [] : findPages(path);
    }
    return path.endsWith(".md") ? [path] : [];
  });
}

/** Matches of a pattern on all pages, except those that `isRight` accepts. */
function findWrong(pattern, isRight) {
  return pages.flatMap(({ page, text }) =>
    [...text.matchAll(pattern)].filter(([, found]) => !isRight(found, page)).map(([, found]) => `${page}: ${found}`),
  );
}

/** Anchors of headings, by GitHub's rules. */
function anchorsOf(text) {
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading.toLowerCase());
  return headings.map((heading) => heading.replace(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-"));
}

describe("the pages of this repository", () => {
  it("link to files and headings that are there", () => {
    const leadsSomewhere = (link, page) => {
      const [path, anchor] = link.split("#");
      const file = path === "" ? join(root, page) : join(root, dirname(page), path);
      return existsSync(file) && (anchor === undefined || anchorsOf(readFileSync(file, "utf8")).includes(anchor));
    };
    expect(findWrong(/\]\((?![a-z]+:)([^)\s]+)\)/g, leadsSomewhere)).toEqual([]);
  });

  it("name folders and files of the source that are there", () => {
    const named = /`((?:packages|bench|conformance|docs|scripts|deploy)\/[\w./-]*)`/g;
    expect(findWrong(named, (path) => existsSync(join(root, path)))).toEqual([]);
  });

  it("name commands of npm that are there", () => {
    expect(findWrong(/\bnpm run ([\w:-]+)/g, (name) => name in scripts)).toEqual([]);
  });
});
