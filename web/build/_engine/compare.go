package app

import "reflect"

// compoType is told by its type, and a pointer to the very same without a copy: else each field of a component that is
// looked at costs an allocation.
var compoType = reflect.TypeFor[Compo]()
