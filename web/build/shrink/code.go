package shrink

import "fmt"

// rewrite takes each function that the compiler made through the steps for functions.
func (p *program) rewrite() error {
	var space []instr
	var returns, folds, exits, jumps int
	for i, body := range p.bodies {
		f, err := readFunction(body, space)
		if err != nil {
			return fmt.Errorf("function %d: %w", p.imports+i, err)
		}
		space = f.code
		if !f.compiled(p.funcs[p.imports+i]) {
			continue
		}
		returns += f.fixReturns(firstAddress + int64(i))
		folds += f.foldStack()
		exits += f.straightenExits()
		jumps += f.shortenJumps()
		p.bodies[i] = f.put(make([]byte, 0, len(body)+len(body)/8))
	}
	if len(p.bodies) > 0 && (returns == 0 || folds == 0 || exits == 0 || jumps == 0) {
		return fmt.Errorf("%d returns, %d folds, %d exits, %d jumps: the compiler writes unknown code", returns, folds,
			exits, jumps)
	}
	return nil
}
