import { useTranslation } from "react-i18next";
import { useServices } from "../../../api/services";
import { SwitchDialog } from "../../../kit/switching/switch-dialog";
import { OFF, ON, updateMapping, type Mapping } from "../queries";
import { EditMapping } from "./edit-mapping";

/** What is open beside the list; without a mapping, one is added. */
export type Open = { what: "edit"; mapping: Mapping | undefined } | { what: "status"; mapping: Mapping };

/** The drawer and the questions of the list, fetched with the first that is opened. */
export default function MappingParts({ open, onClose }: { open: Open; onClose: () => void }) {
  switch (open.what) {
    case "edit":
      return <EditMapping mapping={open.mapping} onClose={onClose} />;
    case "status":
      return <ChangeStatus mapping={open.mapping} onClose={onClose} />;
  }
}

function ChangeStatus({ mapping, onClose }: { mapping: Mapping; onClose: () => void }) {
  const { t } = useTranslation("iris");
  const services = useServices();
  const { id, version, irisCode, status } = mapping;
  return (
    <SwitchDialog
      name={irisCode}
      isOn={status === ON}
      words={{
        on: {
          action: t("turnOn"),
          question: (code) => t("turnOn.question", { code }),
          consequence: t("turnOn.consequence"),
          done: (code) => t("turnOn.done", { code }),
        },
        off: {
          action: t("turnOff"),
          question: (code) => t("turnOff.question", { code }),
          consequence: t("turnOff.consequence"),
          done: (code) => t("turnOff.done", { code }),
        },
      }}
      call={(on) => updateMapping(services, { id, version, status: on ? ON : OFF })}
      refresh={["iris"]}
      onClose={onClose}
    />
  );
}
