import { decide, figuresOf, type Hypothesis, sum, tooFew } from "./hypothesis.ts";

export const refusals: Hypothesis = {
  id: "H7",
  claim: "The content of an immutable object cannot be changed; its metadata can, and it can be deleted.",
  criterion: "Every change of content is answered 422, every change of metadata and every deletion is taken.",
  judge(view) {
    const runs = view.find({}).filter(({ figures }) => figures.contentRefused !== undefined);
    const total = (name: string) => sum(figuresOf(runs, name));
    const refused = total("contentRefused");
    const few = tooFew({ "updates of immutable objects": runs.length });
    if (few !== undefined) {
      return few;
    }
    const bad = total("contentTaken") + total("metadataRefused") + total("recreatedDeletesRefused");
    return decide(
      refused > 0 && bad === 0,
      `content: ${refused} refused with 422, ${total("contentTaken")} not; metadata: ${total("metadataTaken")} taken, ` +
        `${total("metadataRefused")} not; deletions: ${total("recreatedDeletesTaken")} taken, ` +
        `${total("recreatedDeletesRefused")} not`,
    );
  },
};

export const replacement: Hypothesis = {
  id: "H8",
  claim:
    "New pods never read the old content of an object that was deleted and made again under its name with (iii), and do " +
    "with (i), as with a kubelet.",
  criterion: "With (iii) every volume of every new pod has the new content; with (i) at least one has the old content.",
  judge(view) {
    const of = (step: "i" | "iii", name: string) => sum(figuresOf(view.find({ mode: "immutable", step }), name));
    const runs = (step: "i" | "iii") => figuresOf(view.find({ mode: "immutable", step }), "recreatedReadNew").length;
    const few = tooFew({ "replaced objects with (i)": runs("i"), "replaced objects with (iii)": runs("iii") });
    if (few !== undefined) {
      return few;
    }
    return decide(
      of("iii", "recreatedReadOld") === 0 && of("iii", "recreatedMissing") === 0 && of("i", "recreatedReadOld") > 0,
      `(iii): ${of("iii", "recreatedReadNew")} volumes with new content, ${of("iii", "recreatedReadOld")} with old, ` +
        `${of("iii", "recreatedMissing")} with none; (i): ${of("i", "recreatedReadNew")} with new content, ` +
        `${of("i", "recreatedReadOld")} with old`,
    );
  },
};
