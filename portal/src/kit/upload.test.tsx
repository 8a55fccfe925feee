import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { ApiFailure } from "../api/failure";
import { expectAccessible, renderPart } from "../testing/render";
import { UploadField } from "./upload-field";
import { useUpload, type UploadWatch } from "./use-upload";

type Call = (file: File, watch: UploadWatch) => Promise<string>;

interface PictureProps {
  call: Call;
  onDone?: (answer: string | undefined) => void;
  maxSize?: number;
}

function Picture({ call, onDone = vi.fn(), maxSize = 20_000_000 }: PictureProps) {
  const upload = useUpload({ call, onDone });
  const types = { "image/png": [".png"], "image/jpeg": [".jpg", ".jpeg"] };
  return <UploadField label="Picture" upload={upload} types={types} maxSize={maxSize} />;
}

const picture = (size = 3, name = "a.png", type = "image/png") => {
  const file = new File(["abc"], name, { type });
  Object.defineProperty(file, "size", { value: size });
  return file;
};
const choose = (file: File) =>
  fireEvent.input(document.querySelector("input[type=file]")!, { target: { files: [file] } });

/** K-21, K-22: 20 MB, one file, jpg, jpeg or png. */
describe("UploadField", () => {
  it("refuses a kind and a size in words, and sends nothing", async () => {
    const call = vi.fn<Call>();
    renderPart(<Picture call={call} />);
    expect(screen.getByText("PNG, JPG or JPEG, at most 20 MB")).toBeTruthy();
    await expectAccessible();
    choose(picture(3, "a.gif", "image/gif"));
    await screen.findByText("a.gif is no file of this kind: PNG, JPG or JPEG.");
    choose(picture(20_000_001));
    await screen.findByText("a.png is larger than 20 MB.");
    expect(call).not.toHaveBeenCalled();
    await expectAccessible();
  });

  it.each([
    [20_971_520, "at most 20 MB"],
    [262_144, "at most 262 kB"],
    [500_000, "at most 500 kB"],
  ])("never says more than it takes: %i bytes", (maxSize, text) => {
    renderPart(<Picture call={vi.fn<Call>()} maxSize={maxSize} />);
    expect(screen.getByText(text, { exact: false })).toBeTruthy();
  });

  it("shows its progress and its result", async () => {
    let watch: UploadWatch | undefined;
    let finish: (answer: string) => void = () => undefined;
    const call: Call = (_file, given) => {
      watch = given;
      return new Promise((resolve) => (finish = resolve));
    };
    const onDone = vi.fn();
    const { user } = renderPart(<Picture call={call} onDone={onDone} />);
    choose(picture());
    const bar = await screen.findByRole<HTMLProgressElement>("progressbar", { name: "Uploading a.png" });
    watch?.onProgress(0.5);
    await waitFor(() => expect(bar.value).toBe(0.5));
    expect(screen.getByText("50%")).toBeTruthy();
    await expectAccessible();
    finish("id-1");
    await user.click(await screen.findByRole("button", { name: "Remove a.png" }));
    expect(onDone.mock.calls).toEqual([["id-1"], [undefined]]);
  });

  it("can be stopped", async () => {
    let watch: UploadWatch | undefined;
    const call: Call = (_file, given) => {
      watch = given;
      return new Promise(() => undefined);
    };
    const { user } = renderPart(<Picture call={call} />);
    choose(picture());
    await user.click(await screen.findByRole("button", { name: "Cancel the upload" }));
    expect(watch?.signal.aborted).toBe(true);
    await screen.findByText("The upload was cancelled.");
  });

  it("explains a failure and tries the same file again", async () => {
    const call = vi.fn<Call>().mockRejectedValueOnce(new ApiFailure("busy", "")).mockResolvedValue("id-2");
    const { user } = renderPart(<Picture call={call} />);
    choose(picture());
    await screen.findByText("The server is busy. Try again in a moment.");
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByRole("button", { name: "Remove a.png" });
    expect(call).toHaveBeenCalledTimes(2);
  });
});
