import { chakra } from "@chakra-ui/react";
import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { renderPart } from "./render";

describe("A style that hides", () => {
  it("hides from queries by role, unless another rule of the element shows it", () => {
    renderPart(
      <>
        <chakra.button css={{ color: "red" }}>Seen</chakra.button>
        <chakra.button css={{ display: "none" }}>Not shown</chakra.button>
        <chakra.button css={{ visibility: "hidden" }}>Not visible</chakra.button>
        <chakra.button data-open css={{ display: "none", "&[data-open]": { display: "block" } }}>
          Shown again
        </chakra.button>
        <chakra.div css={{ "& button": { display: "none" } }}>
          <button>Not shown by its parent</button>
        </chakra.div>
      </>,
    );
    const seen = screen.getAllByRole("button").map((button) => button.textContent);
    expect(seen).toEqual(["Seen", "Shown again"]);
  });

  it("disables the mouse for an element", async () => {
    const { user } = renderPart(<chakra.button css={{ pointerEvents: "none" }}>Not to click</chakra.button>);
    await expect(user.click(screen.getByRole("button"))).rejects.toThrow("pointer-events: none");
  });
});
