/** The menu finds its button by this id, because the button is not part of the menu, which loads later. */
export const PERSON_BUTTON_ID = "person-button";
