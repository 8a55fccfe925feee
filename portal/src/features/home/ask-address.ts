/** The parameter of the address that holds the product to ask for. */
export const ASK = "ask";
