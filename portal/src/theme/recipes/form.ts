import { defineRecipe, defineSlotRecipe } from "@chakra-ui/react";

export const input = defineRecipe({
  base: {
    width: "full",
    minWidth: "0",
    height: "10",
    paddingInline: "3",
    border: "1px solid",
    borderColor: "border.control",
    borderRadius: "control",
    background: "bg.panel",
    color: "fg",
    fontFamily: "inherit",
    fontSize: "lg",
    _placeholder: { color: "fg.muted", opacity: 1 },
    textOverflow: "ellipsis",
    _invalid: { borderColor: "danger" },
    _disabled: { background: "bg.muted", cursor: "not-allowed" },
    _focusVisible: { outline: "2px solid", outlineColor: "focus", outlineOffset: "-1px" },
  },
});

export const field = defineSlotRecipe({
  slots: ["root", "errorText", "helperText", "input", "label", "select", "textarea", "requiredIndicator"],
  base: {
    root: { display: "flex", flexDirection: "column", gap: "1.5", width: "full" },
    label: { fontSize: "md", fontWeight: "medium", color: "fg" },
    requiredIndicator: { color: "danger", marginInlineStart: "1" },
    helperText: { fontSize: "sm", color: "fg.muted" },
    errorText: { display: "flex", gap: "1.5", alignItems: "center", fontSize: "sm", color: "danger" },
  },
});
