/** The parameter of the address with the application whose details are open. */
export const ABOUT = "about";
/** The parameter of the address with the application whose texts and files are open. */
export const RESOURCES = "resources";
