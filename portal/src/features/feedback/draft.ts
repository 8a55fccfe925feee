import { ATRIUM } from "../../kit/feedback-slot";

/** The values of the form for feedback; ids are texts. */
export interface Draft {
  projectId: string;
  categoryId: string;
  feedback: string;
  /** The names of uploaded pictures. */
  pictures: string[];
}

const EMPTY: Draft = { projectId: "", categoryId: "", feedback: "", pictures: [] };

/** What was written and not sent. It lives as long as the page, so no other person of this browser reads it. */
let kept: Draft | undefined;

/** The `data:` addresses of pictures that were uploaded, by their names. */
export const previews = new Map<string, string>();

/** What the form begins with: what was written before, about this product if there is one. */
export function draftAbout(productId: string): Draft {
  const draft = kept ?? EMPTY;
  return /^[1-9]\d*$|^0$/.test(productId) ? { ...draft, projectId: productId } : draft;
}

/** Keeps what was written. */
export function keepDraft(draft: Draft): void {
  kept = { ...draft };
}

/** Forgets it, once it is sent. */
export function forgetDraft(): void {
  kept = undefined;
  previews.clear();
}

/** What the server gets. */
export function bodyOf({ projectId, categoryId, feedback, pictures }: Draft) {
  return {
    projectId: Number(projectId || ATRIUM),
    categoryId: Number(categoryId) as 1 | 2 | 3 | 4,
    feedback,
    pictures,
  };
}
