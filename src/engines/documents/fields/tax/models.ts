/** US tax form models, from data files. */
import type { FieldModel } from '../field-model.ts';
import { singleTypeModel } from '../schema.ts';
import { formExtractor } from './extract.ts';
import type { Form } from './form.ts';
import form1098 from './form-1098.json' with { type: 'json' };
import form1098e from './form-1098e.json' with { type: 'json' };
import form1098t from './form-1098t.json' with { type: 'json' };
import w2 from './w2.json' with { type: 'json' };

export const taxModels: readonly FieldModel[] = ([w2, form1098, form1098e, form1098t] as unknown as Form[]).map((form) =>
  singleTypeModel(form, formExtractor(form)),
);
