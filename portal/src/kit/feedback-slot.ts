/** What stands in the address while feedback is written: the id of a product, or nothing. */
export const FEEDBACK = "feedback";

/** What in feedback stands for Atrium itself, in place of a product. */
export const ATRIUM = "0";

/** The rest of the address with the form for feedback, about a product if there is one. */
export function feedbackSearch(search: string, productId = ""): string {
  const params = new URLSearchParams(search);
  params.set(FEEDBACK, productId);
  return `?${params.toString()}`;
}
