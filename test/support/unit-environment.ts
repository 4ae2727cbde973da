import { withholdSuiteResources } from "./suite-resources.ts";

withholdSuiteResources();
