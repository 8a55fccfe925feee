import { Box, Button, Flex, Heading } from "@chakra-ui/react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../api/services";
import { FilterBar, filterNames, type Filter } from "../../kit/filters/filter-bar";
import { UploadField } from "../../kit/upload-field";
import { useSave } from "../../kit/use-save";
import { useUpload } from "../../kit/use-upload";
import { Form } from "../../ui/form/form";
import { RowsField } from "../../ui/form/rows-field";
import { TextField } from "../../ui/form/text-field";
import { useForm } from "../../ui/form/use-form";
import { PageHeader } from "../../ui/page-header";
import { useTableState } from "../../ui/table/use-table-state";
import { events, sendLinks, sendPicture, type Links } from "./calls";

/** Shows the parts of the kit that no page of the product uses yet, for the checks in a real browser. */
export default function WorkbenchPage() {
  const { t } = useTranslation("workbench");
  const filters: Filter[] = [{ kind: "days", name: "from", until: "until", label: t("added") }];
  const control = useTableState(filterNames(filters));
  return (
    <Flex direction="column" gap="6" maxWidth="640px">
      <PageHeader title={t("filters")} />
      <FilterBar control={control} filters={filters} />
      <LinksForm />
      <Picture />
      <Events />
    </Flex>
  );
}

function LinksForm() {
  const { t } = useTranslation("workbench");
  const services = useServices();
  const [sent, setSent] = useState<Links>();
  const form = useForm<Links>({
    initial: { links: [{ url: "https://a.example" }] },
    required: ["links.*.url"],
  });
  const save = useSave(form, {
    call: async (values) => {
      const written = await sendLinks(services, values);
      setSent(values);
      return written;
    },
    done: t("send"),
    refresh: [],
  });
  return (
    <Form form={form} busy={save.busy} onSubmit={(options) => void save.run(options)}>
      <RowsField
        form={form}
        name="links"
        label={t("links")}
        rowName={(index) => t("link", { number: index + 1 })}
        blank={{ url: "" }}
        max={3}
      >
        {(index) => <TextField label={t("address")} {...form.text(`links.${index}.url`)} />}
      </RowsField>
      <Button type="submit" alignSelf="flex-start">
        {t("send")}
      </Button>
      {sent && <output>{t("sent", { text: sent.links.map(({ url }) => url).join(" ") })}</output>}
    </Form>
  );
}

function Picture() {
  const { t } = useTranslation("workbench");
  const services = useServices();
  const [bytes, setBytes] = useState<number>();
  const upload = useUpload({
    call: (file, watch) => sendPicture(services, file, watch),
    onDone: (answer) => setBytes(answer?.bytes),
  });
  return (
    <Box>
      <UploadField
        label={t("picture")}
        upload={upload}
        types={{ "image/png": [".png"] }}
        maxSize={20_000_000}
      />
      {bytes !== undefined && <output>{t("stored", { bytes })}</output>}
    </Box>
  );
}

function Events() {
  const { t } = useTranslation("workbench");
  const services = useServices();
  const [state, setState] = useState<"closed" | "open" | "reconnecting">("closed");
  const [told, setTold] = useState<string[]>([]);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const start = async () => {
    const { signal } = (running.current = new AbortController());
    const options = { signal, reconnect: true, onState: setState };
    for await (const { data } of events(services, options)) setTold((before) => [...before, data]);
    setState("closed");
  };
  return (
    <Part heading={t("events")}>
      <Flex gap="3" align="center">
        <Button variant="outline" onClick={() => void start()} disabled={state !== "closed"}>
          {t("start")}
        </Button>
        <Button variant="outline" onClick={() => running.current?.abort()} disabled={state === "closed"}>
          {t("stop")}
        </Button>
        <span role="status">{t(`stream.${state}`)}</span>
      </Flex>
      <Box as="ul" aria-live="polite">
        {told.map((text, at) => (
          <li key={at}>{text}</li>
        ))}
      </Box>
    </Part>
  );
}

function Part({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section>
      <Heading as="h2" size="md" marginBottom="2">
        {heading}
      </Heading>
      {children}
    </section>
  );
}
